#pragma once

#include <span>
#include <string_view>

#include "targets/tilelang/answer.h"

namespace tilefuzz::targets::tilelang {

// TileLang throws one exception type for deliberate rejections and for internal faults, so what is meant as
// a diagnostic is told by its text. A message that no row knows is a crash. Each row has a fixture of real
// output, or names where TileLang writes it.
struct Rejection {
  std::string_view name;
  std::string_view type;  // end of the exception's type; empty: any
  std::string_view text;  // part of the message's first line
};

std::span<const Rejection> rejections();

// The row that an exception matches, or null.
const Rejection* find_rejection(const Answer& answer);

}  // namespace tilefuzz::targets::tilelang
