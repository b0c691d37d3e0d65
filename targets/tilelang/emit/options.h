#pragma once

#include "core/configuration.h"

namespace tilefuzz::targets::tilelang {

// Choices of the emitter that change how a program is written, never what it computes. Each is a target
// option (profile/options.cpp says what each is for).
struct EmitOptions {
  bool metadata_first = true;
  bool fold_permutes = true;
  bool native_half_math = false;
  bool place_fragments = false;
  bool eager_select = false;

  static EmitOptions from(const Configuration& configuration);
};

}  // namespace tilefuzz::targets::tilelang
