#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "ir/compare.h"
#include "ir/operation_table.h"
#include "ir/text/json.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "ir/text/test_programs.h"
#include "ir/verify/verify.h"
#include "ir/walk.h"

namespace tilefuzz::ir {
namespace {

// Parses, prints, parses again; the text must be a fixed point and the programs equal.
Program round_trip(std::string_view text, const std::string& what) {
  SCOPED_TRACE(what);
  ParseResult first = parse(text);
  EXPECT_EQ(render(first.errors, what, text), "");
  const std::string printed = print(first.program);
  const ParseResult second = parse(printed);
  EXPECT_EQ(render(second.errors, what, printed), "") << printed;
  EXPECT_TRUE(equal(first.program, second.program)) << printed;
  EXPECT_EQ(hash(first.program), hash(second.program));
  EXPECT_EQ(print(second.program), printed);
  const std::string json = to_json(first.program);
  const ParseResult third = from_json(json);
  EXPECT_EQ(render(third.errors, what), "") << json;
  EXPECT_TRUE(equal(first.program, third.program)) << json;
  EXPECT_EQ(print(third.program), printed);
  EXPECT_EQ(to_json(third.program), json);
  return std::move(first.program);
}

TEST(RoundTrip, Seeds) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(TILEFUZZ_SOURCE_DIR "/corpus/seeds")) {
    if (entry.path().extension() != ".tile") continue;
    std::ifstream file(entry.path());
    std::stringstream text;
    text << file.rdbuf();
    const std::string name = entry.path().filename().string();
    EXPECT_EQ(render(verify(round_trip(text.str(), name)), name, text.str()), "");
    ++count;
  }
  EXPECT_GE(count, 4);
}

TEST(RoundTrip, CanonicalTextIsKept) {
  for (const std::string_view text : test::canonical_programs()) {
    const Program program = round_trip(text, std::string(text.substr(0, 60)));
    EXPECT_EQ(print(program), text);
  }
}

TEST(RoundTrip, TestProgramsUseEveryRowOfEveryTable) {
  std::set<Opcode> opcodes;
  std::set<AttributeKey> attributes;
  std::set<HintKey> hints;
  std::set<std::pair<AttributeKey, std::int64_t>> words;
  for (const std::string_view text : test::canonical_programs()) {
    const Program program = parse(text).program;
    for (const Hint& hint : program.hints) hints.insert(hint.key);
    for (const Param& param : program.params) {
      for (const Hint& hint : param.hints) hints.insert(hint.key);
    }
    walk(program.body, [&](const Op& op, int) {
      opcodes.insert(op.code);
      for (const Attribute& attribute : op.attributes) {
        attributes.insert(attribute.key);
        words.insert({attribute.key, attribute.value});
      }
      for (const Hint& hint : op.hints) hints.insert(hint.key);
    });
  }
  for (const OpRow& operation : operation_table())
    EXPECT_TRUE(opcodes.contains(operation.opcode)) << operation.name;
  for (const AttributeRow& attribute : attribute_table()) {
    EXPECT_TRUE(attributes.contains(attribute.key)) << attribute.name;
    for (std::size_t i = 0; i < attribute.words.size(); ++i) {
      EXPECT_TRUE(words.contains({attribute.key, static_cast<std::int64_t>(i)})) << attribute.words[i];
    }
  }
  for (const HintRow& hint : hint_table()) EXPECT_TRUE(hints.contains(hint.key)) << hint.name;
}

}  // namespace
}  // namespace tilefuzz::ir
