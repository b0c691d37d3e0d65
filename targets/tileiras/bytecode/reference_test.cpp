// Compares with files that the public writer of cuda-tile made (fixtures/make_reference.py).
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

#include "targets/tileiras/bytecode/decode.h"
#include "targets/tileiras/bytecode/encode.h"
#include "targets/tileiras/bytecode/operation_table.h"
#include "targets/tileiras/bytecode/print.h"

namespace tilefuzz::targets::tileiras::bytecode {
namespace {

std::string read(const std::string& stem) {
  std::ifstream file(std::string(TILEFUZZ_SOURCE_DIR) + "/targets/tileiras/bytecode/fixtures/" + stem,
                     std::ios::binary);
  EXPECT_TRUE(file.good()) << stem;
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// `load_view_tko` is LoadViewTkoOp there.
std::string folded(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (c != '_') text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return text;
}

std::string dialect_name(std::string name) {
  name = folded(name.substr(0, name.size() - 2));
  return name == "fpowf" ? "pow" : name;
}

void list(const Block& block, std::vector<std::string>& lines) {
  for (const Operation& operation : block.operations) {
    std::string line = folded(row(operation.opcode).name) + " " + std::to_string(operation.results.size());
    for (const ValueId id : operation.operands) line += " " + std::to_string(id);
    lines.push_back(line);
    for (const Block& region : operation.regions) list(region, lines);
  }
}

class Reference : public testing::TestWithParam<std::string> {};

TEST_P(Reference, DecodesToWhatTheWriterWasGiven) {
  const auto module = decode(read(GetParam() + ".tileirbc"));
  ASSERT_TRUE(module.has_value()) << module.error().message << " at " << module.error().offset;
  std::vector<std::string> found;
  list(module->functions.front().body, found);
  std::istringstream expected(read(GetParam() + ".txt"));
  std::string line;
  std::size_t i = 0;
  for (; std::getline(expected, line); ++i) {
    const std::size_t space = line.find(' ');
    line = dialect_name(line.substr(0, space)) + line.substr(space);
    line.erase(line.find_last_not_of(' ') + 1);
    ASSERT_LT(i, found.size());
    EXPECT_EQ(found[i], line);
  }
  EXPECT_EQ(i, found.size());
}

TEST_P(Reference, EncodesToTheSameBytes) {
  const std::string bytes = read(GetParam() + ".tileirbc");
  const auto module = decode(bytes);
  ASSERT_TRUE(module.has_value()) << module.error().message;
  const auto again = encode(*module);
  ASSERT_TRUE(again.has_value()) << again.error().message;
  EXPECT_EQ(*again, bytes);
}

TEST_P(Reference, EveryTruncationIsAnError) {
  const std::string bytes = read(GetParam() + ".tileirbc");
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(decode(std::string_view(bytes).substr(0, size)).has_value()) << size;
  }
}

// Decoding must end quickly and never read outside, whatever a byte is changed to; asan watches.
TEST_P(Reference, ChangedBytesNeverHurt) {
  const std::string bytes = read(GetParam() + ".tileirbc");
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const int value : {0x00, 0x7F, 0x80, 0xFF, static_cast<unsigned char>(bytes[at]) + 1}) {
      std::string changed = bytes;
      changed[at] = static_cast<char>(value);
      const auto module = decode(changed);
      if (module.has_value()) {
        EXPECT_FALSE(print(*module).empty());
      }
    }
  }
}

TEST(ReferenceFiles, LocationsAreReadInPreOrder) {
  const auto module = decode(read("every_operation-full-13.3.tileirbc"));
  ASSERT_TRUE(module.has_value());
  const Block& body = module->functions.front().body;
  const auto line_of = [&](DebugId id) { return module->debug.at(id - 1).fields.at(2); };
  EXPECT_EQ(line_of(module->functions.front().location), 1u);
  EXPECT_EQ(line_of(body.operations.front().location), 2u);
  std::uint64_t last = 0;
  for (const Operation& operation : body.operations) {
    EXPECT_GT(line_of(operation.location), last);
    last = line_of(operation.location);
    for (const Block& region : operation.regions) {
      for (const Operation& inner : region.operations) EXPECT_EQ(line_of(inner.location), last);
    }
  }
}

TEST(ReferenceFiles, HoldEveryOperationOfTheTable) {
  const auto module = decode(read("every_operation-full-13.5.tileirbc"));
  ASSERT_TRUE(module.has_value());
  std::vector<std::string> lines;
  list(module->functions.front().body, lines);
  for (std::uint16_t opcode = 0; opcode <= highest_opcode(); ++opcode) {
    const OperationRow* found = find_row(opcode);
    if (found == nullptr) continue;
    const std::string name = folded(found->name) + " ";
    EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
      return line.starts_with(name);
    })) << found->name;
  }
}

// A kernel of the shape that matters: views, a run-time loop that carries an accumulator and a token, mmaf.
TEST(ReferenceFiles, DynamicMmaLoopReadsAsWritten) {
  const std::string bytes = read("dynamic_mma_loop-13.3.tileirbc");
  const auto module = decode(bytes);
  ASSERT_TRUE(module.has_value()) << module.error().message;
  EXPECT_EQ(*encode(*module), bytes);
  const std::string text = print(*module);
  EXPECT_NE(text.find("%14: tile<16x16xf32>, %15: token = for %10, %3, %11, %12, %13\n"
                      "  (%14: tile<i32>, %15: tile<16x16xf32>, %16: token) {\n"),
            std::string::npos)
      << text;
  EXPECT_NE(
      text.find("partition_view<tile [16, 32], map [0, 1], pad zero, tensor_view<[64, 64], [64, 1], f32>>"),
      std::string::npos)
      << text;
}

std::vector<std::string> stems() {
  std::vector<std::string> names;
  for (const char* kind : {"bare", "full"}) {
    for (int minor = 1; minor <= 5; ++minor) {
      names.push_back(std::string("every_operation-") + kind + "-13." + std::to_string(minor));
    }
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(CudaTile, Reference, testing::ValuesIn(stems()), [](const auto& instance) {
  std::string name = instance.param;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '-' || c == '.'; }, '_');
  return name;
});

}  // namespace
}  // namespace tilefuzz::targets::tileiras::bytecode
