#include "targets/mock/profile.h"

namespace tilefuzz::targets::mock {
namespace {

std::vector<MmaRow> mma_rows() {
  using enum ir::Element;
  std::vector<MmaRow> rows;
  for (const Element accumulator : {f16, f32}) rows.push_back({f16, f16, accumulator});
  for (const Element operand : {bf16, tf32, f32, f8e4m3, f8e5m2}) rows.push_back({operand, operand, f32});
  rows.push_back({f64, f64, f64});
  rows.push_back({i8, i8, i32});
  for (const Element operand : {f16, bf16, f8e4m3}) {
    rows.push_back({operand, operand, f32, Sparsity::s2of4, 1, 1, 4});
  }
  rows.push_back({i8, i8, i32, Sparsity::s2of4, 1, 1, 4});
  return rows;
}

Profile make() {
  Profile profile;
  profile.target = "mock";
  profile.version = "1";
  for (const char* name : {"mock_1", "mock_2"}) {
    ArchProfile arch;
    arch.name = name;
    arch.elements.assign(numeric::kAllElements.begin(), numeric::kAllElements.end());
    arch.mma = mma_rows();
    arch.shared_bytes = 228 << 10;
    profile.architectures.push_back(arch);
  }
  profile.operations.set();
  profile.hints = {{ir::HintKey::occupancy, {1, 2, 4}},
                   {ir::HintKey::stages, {0, 1, 2, 3}},
                   {ir::HintKey::threads, {32, 64, 128, 256}},
                   {ir::HintKey::latency, {1, 4, 10}}};
  return profile;
}

}  // namespace

const Profile& profile() {
  static const Profile kProfile = make();
  return kProfile;
}

}  // namespace tilefuzz::targets::mock
