#include "generators/policy.h"

#include <array>

namespace tilefuzz::generators {

namespace {

constexpr std::array kDetours{Feature::opaque,    Feature::order,     Feature::memory_again,
                              Feature::epilogue,  Feature::reduction, Feature::nesting,
                              Feature::exits,     Feature::aliasing,  Feature::accumulators,
                              Feature::dead_code, Feature::unpadded};

enum class Kind : std::uint8_t { everything, swarm, plain };

}  // namespace

Policy Policy::draw(Choices& choices) {
  Policy policy;
  const auto kind =
      static_cast<Kind>(choices.pick("policy", {{static_cast<int>(Kind::everything), 45, "everything"},
                                                {static_cast<int>(Kind::swarm), 30, "swarm"},
                                                {static_cast<int>(Kind::plain), 25, "plain"}}));
  if (kind == Kind::plain) {
    for (const Feature feature : kDetours) policy.off_.set(static_cast<std::size_t>(feature));
  }
  if (kind != Kind::swarm) return policy;
  const std::int64_t first = choices.choose("swarm.off", 0, (std::int64_t{1} << kFeatureCount) - 1);
  const std::int64_t second = choices.choose("swarm.off", 0, (std::int64_t{1} << kFeatureCount) - 1);
  policy.off_ = static_cast<unsigned long long>(first & second);
  return policy;
}

}  // namespace tilefuzz::generators
