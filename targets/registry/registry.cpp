#include "targets/registry/registry.h"

#include <array>

#include "targets/mock/mock.h"
#include "targets/tileiras/tileiras.h"
#include "targets/tilelang/tilelang.h"

namespace tilefuzz::targets {

std::span<const Target* const> registry() {
  static const std::array kTargets{&mock_target(), &tileiras_target(), &tilelang_target()};
  return kTargets;
}

const Target* find_target(std::string_view name) {
  for (const Target* target : registry()) {
    if (target->name() == name) return target;
  }
  return nullptr;
}

}  // namespace tilefuzz::targets
