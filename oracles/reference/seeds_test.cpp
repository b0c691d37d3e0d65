#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "oracles/reference/test_support.h"

namespace tilefuzz::reference::test {
namespace {

std::string read(const std::string& path) {
  std::ifstream file(std::string(TILEFUZZ_SOURCE_DIR) + "/" + path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(Seeds, EveryLaunchRowIsClean) {
  for (const char* seed : {"left_superpanel", "sparse_gemm", "store_loop_store", "tmem_copy"}) {
    const ir::Program program = program_of(read("corpus/seeds/" + std::string(seed) + ".tile"));
    const auto results = run_all(program);
    EXPECT_EQ(results.size(), std::max<std::size_t>(program.launches.size(), 1)) << seed;
    for (const RunResult& result : results) {
      EXPECT_EQ(result.trap ? to_string(*result.trap) : "", "") << seed;
      EXPECT_EQ(result.coverage, Coverage::complete) << seed;
    }
  }
}

TEST(Seeds, SparseGemmIsTheDenseProduct) {
  const RunResult result = run_text(read("corpus/seeds/sparse_gemm.tile"));
  ASSERT_EQ(trap_of(result), "none");
  const auto a = values(result, 0), b = values(result, 1), c = values(result, 2);
  for (std::size_t i = 0; i < 128; i += 17) {
    for (std::size_t j = 0; j < 128; j += 13) {
      double sum = 0;
      for (std::size_t k = 0; k < 256; ++k) sum += a[i * 256 + k] * b[k * 128 + j];
      EXPECT_EQ(c[i * 128 + j], sum) << i << ", " << j;
    }
  }
}

}  // namespace
}  // namespace tilefuzz::reference::test
