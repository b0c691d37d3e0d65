#include "oracles/reference/trap.h"

namespace tilefuzz::reference {
namespace {

constexpr std::array<std::string_view, kTrapKindCount> kNames = {
    "poison.stored",    "poison.branch",    "poison.index",     "poison.extent",     "poison.mask",
    "poison.assumed",   "integer.overflow", "integer.division", "integer.shift",     "cast.range",
    "unspecified-bits", "slice.range",      "buffer.range",     "index.range",       "offset.range",
    "scatter.conflict", "cross-block",      "atomic.lanes",     "readonly.written",  "sparse.not-finite",
    "loop.step",        "loop.bound",       "fact.false",       "launch.incomplete", "launch.range",
    "budget",           "malformed",        "buffer.carried"};

std::string where(const Trap& trap) {
  std::string out = "block " + std::to_string(trap.block[0]) + "," + std::to_string(trap.block[1]) + "," +
                    std::to_string(trap.block[2]);
  if (trap.element >= 0) out += "; element " + std::to_string(trap.element);
  return out;
}

}  // namespace

std::string_view name(TrapKind kind) { return kNames[static_cast<std::size_t>(kind)]; }

std::string to_string(const Trap& trap) {
  return "trap." + std::string(name(trap.kind)) + ": " + trap.message + " (" + where(trap) + ")";
}

Diagnostic diagnostic(const Trap& trap) {
  return {trap.position, "trap." + std::string(name(trap.kind)), trap.message + " (" + where(trap) + ")", ""};
}

}  // namespace tilefuzz::reference
