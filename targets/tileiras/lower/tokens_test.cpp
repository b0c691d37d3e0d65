#include "targets/tileiras/lower/tokens.h"

#include <gtest/gtest.h>

#include "ir/text/parse.h"
#include "targets/tileiras/bytecode/decode.h"
#include "targets/tileiras/bytecode/encode.h"
#include "targets/tileiras/bytecode/operation_table.h"
#include "targets/tileiras/lower/lower.h"

namespace tilefuzz::targets::tileiras {
namespace {

using bytecode::Opcode;

// Memory operations and what passes tokens on, one a line, tokens numbered by value: enough to see the
// chains.
void show(const bytecode::Module& module, const bytecode::Block& block, bytecode::ValueId next,
          std::vector<std::string>& lines, std::string indent) {
  const auto is_token = [&](bytecode::TypeId type) {
    return module.types[type].tag == bytecode::TypeTag::token;
  };
  for (const bytecode::Operation& op : block.operations) {
    std::size_t tokens = 0;
    for (const bytecode::TypeId type : op.results) tokens += is_token(type) ? 1 : 0;
    const bool interesting = tokens > 0 || op.opcode == Opcode::continue_ || op.opcode == Opcode::yield ||
                             op.opcode == Opcode::break_ || !op.regions.empty();
    if (interesting) {
      lines.push_back(indent + std::string(bytecode::row(op.opcode).name) + " tokens " +
                      std::to_string(tokens));
    }
    for (const bytecode::Block& region : op.regions) {
      show(module, region, next + static_cast<bytecode::ValueId>(region.arguments.size()), lines,
           indent + " ");
    }
    next += static_cast<bytecode::ValueId>(op.results.size());
  }
}

std::vector<std::string> chains(std::string_view body, TokenPolicy policy) {
  const auto parsed = ir::parse("tile 1\nkernel @k" + std::string(body));
  EXPECT_TRUE(parsed.ok()) << render(parsed.errors, "test");
  LowerOptions options;
  options.tokens = policy;
  const auto lowered = lower(parsed.program, options);
  EXPECT_TRUE(lowered.has_value());
  const auto bytes = bytecode::encode(lowered->module);
  EXPECT_TRUE(bytes.has_value());
  const auto decoded = bytecode::decode(*bytes);  // also checks that every token that is used is in scope
  EXPECT_TRUE(decoded.has_value()) << decoded.error().message;
  std::vector<std::string> lines;
  show(*decoded, decoded->functions[0].body, 0, lines, "");
  return lines;
}

using Lines = std::vector<std::string>;

constexpr std::string_view kLoadStore =
    "(%a: tensor<f32, [64, 64]>, %b: tensor<f32, [64, 64]>) grid [1] {\n"
    "  %x = load %a[0, 0] : tile<16x16xf32>\n  %y = load %a[0, 1] : tile<16x16xf32>\n"
    "  store %a[1, 1], %x\n  store %b[0, 0], %y\n}\n";

TEST(Tokens, StoresFollowEveryLoadOfTheirGroup) {
  const Lines expected = {"make_token tokens 1",     "make_token tokens 1",    "load_view_tko tokens 1",
                          "join_tokens tokens 1",    "load_view_tko tokens 1", "join_tokens tokens 1",
                          "store_view_tko tokens 1", "store_view_tko tokens 1"};
  EXPECT_EQ(chains(kLoadStore, TokenPolicy::minimal), expected);
  EXPECT_EQ(chains(kLoadStore, TokenPolicy::joined), expected);
}

TEST(Tokens, SerialNeedsNoJoins) {
  const Lines expected = {"make_token tokens 1",    "make_token tokens 1",     "load_view_tko tokens 1",
                          "load_view_tko tokens 1", "store_view_tko tokens 1", "store_view_tko tokens 1"};
  EXPECT_EQ(chains(kLoadStore, TokenPolicy::serial), expected);
}

TEST(Tokens, OneGroupHasOneToken) {
  EXPECT_EQ(chains(kLoadStore, TokenPolicy::one_group)[1], "load_view_tko tokens 1");
}

constexpr std::string_view kLoop =
    "(%a: tensor<f32, [64, 64]>, %b: tensor<f32, [64, 64]>) grid [1] {\n"
    "  for %i = 0 to 4 {\n    %x = load %a[0, %i] : tile<16x16xf32>\n    store %b[0, 0], %x\n  }\n}\n";

TEST(Tokens, LoopsCarryWhatTheirBodyTouches) {
  // Group a is read: `all`. Group b is written: `all` and `write`.
  EXPECT_EQ(chains(kLoop, TokenPolicy::minimal)[2], "for tokens 3");
  EXPECT_EQ(chains(kLoop, TokenPolicy::joined)[2], "for tokens 4");
  EXPECT_EQ(chains(kLoop, TokenPolicy::serial)[2], "for tokens 2");
  EXPECT_EQ(chains(kLoop, TokenPolicy::one_group)[1], "for tokens 2");
}

TEST(Tokens, BranchesReturnWhatEitherTouches) {
  constexpr std::string_view kBranch =
      "(%a: tensor<f32, [64, 64]>, %n: i32) grid [1] launch {%n = 1} {\n"
      "  %x = load %a[0, 0] : tile<16x16xf32>\n  %go = cmp ne %n, 0\n"
      "  if %go {\n    store %a[0, 0], %x\n  }\n  store %a[0, 1], %x\n}\n";
  const Lines expected = {"make_token tokens 1", "load_view_tko tokens 1",   "join_tokens tokens 1",
                          "if tokens 2",         " store_view_tko tokens 1", " yield tokens 0",
                          " yield tokens 0",     "store_view_tko tokens 1"};
  EXPECT_EQ(chains(kBranch, TokenPolicy::minimal), expected);
}

TEST(Tokens, EarlyExitsPassTheTokensOfTheirPlace) {
  constexpr std::string_view kExit =
      "(%a: tensor<f32, [64, 64]>, %n: i32) grid [1] launch {%n = 1} {\n"
      "  for %i = 0 to %n {\n    %x = load %a[0, %i] : tile<16x16xf32>\n    %go = cmp eq %i, 3\n"
      "    if %go {\n      store %a[0, 0], %x\n      break\n    }\n    store %a[0, 1], %x\n  }\n}\n";
  for (const TokenPolicy policy :
       {TokenPolicy::minimal, TokenPolicy::serial, TokenPolicy::joined, TokenPolicy::one_group}) {
    const Lines lines = chains(kExit, policy);
    EXPECT_TRUE(lines[1].starts_with("loop tokens ")) << lines[1];
    EXPECT_EQ(std::count(lines.begin(), lines.end(), "  break tokens 0"), 2);  // the condition's and ours
  }
}

TEST(MemoryGroups, FollowAliasFacts) {
  const auto parsed = ir::parse(
      "tile 1\nkernel @k(%a: tensor<f32, [64]> alias 3, %b: tensor<f32, [64]>, %c: tensor<f32, [64]> alias "
      "3) "
      "grid [1] {\n  %m = alloc : buffer<16xf32>\n  %x = load %a[0] : tile<16xf32>\n  write %m[0], %x\n"
      "  store %b[0], %x\n}\n");
  ASSERT_TRUE(parsed.ok()) << render(parsed.errors, "test");
  const ir::Program& program = parsed.program;
  const MemoryGroups separate(program, TokenPolicy::minimal);
  EXPECT_EQ(separate.count(), 3);
  EXPECT_EQ(separate.group(program.params[0].value), separate.group(program.params[2].value));
  EXPECT_NE(separate.group(program.params[0].value), separate.group(program.params[1].value));
  EXPECT_EQ(separate.whole().accessed, 0b111u);
  EXPECT_EQ(separate.whole().stored, 0b110u);
  EXPECT_EQ(MemoryGroups(program, TokenPolicy::one_group).count(), 2);
}

TEST(TokenPolicy, KnowsItsNames) {
  EXPECT_EQ(token_policy("one-group"), TokenPolicy::one_group);
  EXPECT_EQ(token_policy("none"), std::nullopt);
}

}  // namespace
}  // namespace tilefuzz::targets::tileiras
