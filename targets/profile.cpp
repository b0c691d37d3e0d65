#include "targets/profile.h"

namespace tilefuzz::targets {

std::string_view to_string(Provenance provenance) {
  switch (provenance) {
    case Provenance::spec:
      return "spec";
    case Provenance::observed:
      return "observed";
    case Provenance::ours:
      return "ours";
  }
  return "unknown";
}

const ArchProfile* Profile::arch(std::string_view name) const {
  for (const ArchProfile& candidate : architectures) {
    if (candidate.name == name) return &candidate;
  }
  return nullptr;
}

const HintRange* Profile::hint(ir::HintKey key) const {
  for (const HintRange& candidate : hints) {
    if (candidate.key == key) return &candidate;
  }
  return nullptr;
}

}  // namespace tilefuzz::targets
