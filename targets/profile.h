#pragma once

#include <bitset>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/operation.h"
#include "ir/type.h"

namespace tilefuzz::targets {

using ir::Element;
using ir::Sparsity;

enum class Provenance : std::uint8_t {
  spec,      // documented by the target
  observed,  // measured on the real tool
  ours,      // a choice of ours: an emitter's limit, or a budget
};
std::string_view to_string(Provenance provenance);

// A legal combination of element types of `mma`. Extents of each tile must be multiples of m, n, k.
struct MmaRow {
  Element a{};
  Element b{};
  Element accumulator{};
  Sparsity sparsity = Sparsity::none;  // of the left operand
  std::int32_t m = 1;
  std::int32_t n = 1;
  std::int32_t k = 1;
  int accumulate_bits = 24;  // F of design section 5: smallest accumulation width an instruction may use
};

struct ArchProfile {
  std::string name;               // "sm_90"
  std::vector<Element> elements;  // that can be loaded, stored and moved
  std::vector<MmaRow> mma;
  std::int64_t shared_bytes = 0;  // per block
};

struct HintRange {
  ir::HintKey key{};
  std::vector<std::int32_t> values;  // that this target takes
};

// What a target at a version supports, as data. Generators narrow themselves to it while they draw;
// `expect` gives the last word.
struct Profile {
  std::string target;
  std::string version;
  std::vector<ArchProfile> architectures;
  std::bitset<ir::kOpcodeCount> operations;  // that the emitter can say for this version
  bool power_of_two_tiles = false;
  bool dynamic_extents = true;
  bool loop_exits = true;  // `break` and `continue`
  bool integer_tile_arithmetic = true;
  int max_tensor_rank = 4;
  std::int64_t max_tile_elements = 1 << 24;
  std::vector<HintRange> hints;
  // Soft limits that keep most compilations inside a probe's CPU limit (provenance: ours).
  std::int64_t budget_tile_elements = 1 << 15;
  std::int64_t budget_width = 256;       // of a tile's last axis in a loop-carried accumulator
  std::int64_t budget_shared_bytes = 0;  // 0: no limit

  const ArchProfile* arch(std::string_view name) const;
  bool says(ir::Opcode opcode) const { return operations.test(static_cast<std::size_t>(opcode)); }
  const HintRange* hint(ir::HintKey key) const;
};

}  // namespace tilefuzz::targets
