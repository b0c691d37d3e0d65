#include "generators/policy.h"

namespace tilefuzz::generators {

Policy Policy::draw(Choices& choices) {
  Policy policy;
  // One draw of a mask, so that the rest of a log does not depend on it.
  if (!choices.chance("swarm", 50)) return policy;
  const std::int64_t first = choices.choose("swarm.off", 0, (std::int64_t{1} << kFeatureCount) - 1);
  const std::int64_t second = choices.choose("swarm.off", 0, (std::int64_t{1} << kFeatureCount) - 1);
  policy.off_ = static_cast<unsigned long long>(first & second);
  return policy;
}

}  // namespace tilefuzz::generators
