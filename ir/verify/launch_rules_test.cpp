#include "ir/verify/rule_case.h"

namespace tilefuzz::ir {
namespace {

constexpr RuleCase kCases[] = {
    {"param.extent", "kernel @k(%a: tensor<f32, [0, 4]>) grid [1] { }",
     "kernel @k(%a: tensor<f32, [1, 4]>) grid [1] { }"},
    {"param.extent", "kernel @k(%a: tensor<f32, [65536, 32768]>) grid [1] { }",
     "kernel @k(%a: tensor<f32, [65536, 32767]>) grid [1] { }"},
    {"fact.align", "kernel @k(%a: tensor<f32, [4]> align 24) grid [1] { }",
     "kernel @k(%a: tensor<f32, [4]> align 32) grid [1] { }"},
    {"fact.alias", "kernel @k(%a: tensor<f32, [4]> alias 64) grid [1] { }",
     "kernel @k(%a: tensor<f32, [4]> alias 63) grid [1] { }"},
    {"fact.alias", "kernel @k(%a: sparse_tensor<2:4, f16, [4, 4]> alias 0) grid [1] { }",
     "kernel @k(%a: tensor<f16, [4, 4]> alias 0) grid [1] { }"},
    {"flag.meaning", "kernel @k(%a: f32 readonly) grid [1] launch {%a = 1.0} { }",
     "kernel @k(%a: f32) grid [1] launch {%a = 1.0} { }"},
    {"sparse.group", "kernel @k(%a: sparse_tensor<4:8p, f4e2m1, [4, 12]>) grid [1] { }",
     "kernel @k(%a: sparse_tensor<4:8p, f4e2m1, [4, 16]>) grid [1] { }"},
    {"sparse.group", "kernel @k(%a: sparse_tensor<2:4, f16, [4, ?]>) grid [1] launch {%a = [4, 6]} { }",
     "kernel @k(%a: sparse_tensor<2:4, f16, [4, ?]>) grid [1] launch {%a = [4, 8]} { }"},
    {"hint.place", "kernel @k(%a: tensor<f32, [4]> hint {metadata = i8}) grid [1] { }",
     "kernel @k(%a: sparse_tensor<2:4, f16, [4, 4]> hint {metadata = i8}) grid [1] { }"},
    {"hint.range", "kernel @k(%a: sparse_tensor<2:4, f16, [4, 4]> hint {layout = row}) grid [1] { }",
     "kernel @k(%a: sparse_tensor<2:4, f16, [4, 4]> hint {layout = plain}) grid [1] { }"},
    {"hint.range", "kernel @k() grid [1] hint {warps = 33} { }",
     "kernel @k() grid [1] hint {warps = 32} { }"},
    {"grid.rank", "kernel @k() grid [1, 1, 1, 1] { }", "kernel @k() grid [1, 1, 1] { }"},
    {"grid.extent", "kernel @k() grid [0] { }", "kernel @k() grid [1] { }"},
    {"grid.extent", "kernel @k() grid [1, 65536] { }", "kernel @k() grid [65536, 1] { }"},
    {"launch.complete", "kernel @k(%a: tensor<f32, [?]>) grid [1] { }",
     "kernel @k(%a: tensor<f32, [?]>) grid [1] launch {%a = [4]} { }"},
    {"launch.complete", "kernel @k(%n: i32) grid [1] launch {} { }",
     "kernel @k(%n: i32) grid [1] launch {%n = 0} { }"},
    {"launch.facts", "kernel @k(%a: tensor<f32, [?*4]>) grid [1] launch {%a = [6]} { }",
     "kernel @k(%a: tensor<f32, [?*4]>) grid [1] launch {%a = [8]} { }"},
    {"launch.facts",
     "kernel @k(%a: tensor<f32, [?M]>, %b: tensor<f32, [?M]>) grid [1] launch {%a = [6], %b = [7]} { }",
     "kernel @k(%a: tensor<f32, [?M]>, %b: tensor<f32, [?M]>) grid [1] launch {%a = [6], %b = [6]} { }"},
    {"launch.facts", "kernel @k(%a: tensor<f32, [?, 4]>) grid [1] launch {%a = [6, 5]} { }",
     "kernel @k(%a: tensor<f32, [?, 4]>) grid [1] launch {%a = [6, 4]} { }"},
    {"launch.facts", "kernel @k(%a: tensor<f32, [?, 4]>) grid [1] launch {%a = [6, 4] strides [8, 1]} { }",
     "kernel @k(%a: tensor<f32, [?, 4], [?, 1]>) grid [1] launch {%a = [6, 4] strides [8, 1]} { }"},
    {"launch.facts", "kernel @k(%a: tensor<f32, [?, ?], [?*4, 1]>) grid [1] launch {%a = [6, 6]} { }",
     "kernel @k(%a: tensor<f32, [?, ?], [?*4, 1]>) grid [1] launch {%a = [6, 6] strides [8, 1]} { }"},
    {"launch.facts",
     "kernel @k(%a: tensor<f32, [4]> alias 0 align 16) grid [1] launch {%a = [4] offset 8} { }",
     "kernel @k(%a: tensor<f32, [4]> alias 0 align 16) grid [1] launch {%a = [4] offset 32} { }"},
    {"launch.range", "kernel @k(%a: tensor<f32, [?]>) grid [1] launch {%a = [0]} { }",
     "kernel @k(%a: tensor<f32, [?]>) grid [1] launch {%a = [1]} { }"},
    {"launch.range", "kernel @k(%a: tensor<f32, [?, 65536]>) grid [1] launch {%a = [32768, 65536]} { }",
     "kernel @k(%a: tensor<f32, [?, 65536]>) grid [1] launch {%a = [32767, 65536]} { }"},
    {"launch.alias", "kernel @k(%a: tensor<f32, [4]>) grid [1] launch {%a = [4] offset 4} { }",
     "kernel @k(%a: tensor<f32, [4]> alias 0) grid [1] launch {%a = [4] offset 4} { }"},
    {"launch.alias", "kernel @k(%a: tensor<f32, [4]> alias 0) grid [1] launch {%a = [4] offset 2} { }",
     "kernel @k(%a: tensor<f16, [4]> alias 0) grid [1] launch {%a = [4] offset 2} { }"},
    {"launch.grid", "kernel @k(%a: tensor<f32, [?M]>) grid [?M - 4] launch {%a = [4]} { }",
     "kernel @k(%a: tensor<f32, [?M]>) grid [?M - 4] launch {%a = [5]} { }"},
    {"launch.grid", "kernel @k(%a: tensor<f32, [?M]>) grid [1, ceildiv(?M, 2)] launch {%a = [131071]} { }",
     "kernel @k(%a: tensor<f32, [?M]>) grid [1, ceildiv(?M, 2)] launch {%a = [131070]} { }"},
};

TEST(LaunchRules, EachIsBrokenAlone) {
  for (const RuleCase& entry : kCases) check_case(entry);
}

}  // namespace

std::span<const RuleCase> launch_cases() { return kCases; }

}  // namespace tilefuzz::ir
