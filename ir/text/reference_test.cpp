#include "ir/text/reference.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "ir/operation_table.h"
#include "ir/text/format.h"
#include "ir/text/parse.h"
#include "ir/verify/verify.h"

namespace tilefuzz::ir {
namespace {

constexpr std::string_view kPath = TILEFUZZ_SOURCE_DIR "/docs/ir.md";
constexpr std::string_view kBegin =
    "<!-- generated from ir/operation_table.cpp; see \"Keeping this page\" -->\n";
constexpr std::string_view kEnd = "<!-- end of the generated part -->\n";

std::string page() {
  std::ifstream file{std::string(kPath)};
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(Reference, DocsHaveTheGeneratedPart) {
  std::string text = page();
  const std::size_t begin = text.find(kBegin);
  const std::size_t end = text.find(kEnd);
  ASSERT_NE(begin, std::string::npos);
  ASSERT_NE(end, std::string::npos);
  const std::size_t inside = begin + kBegin.size();
  const std::string expected = "\n" + operation_reference() + "\n";
  if (std::getenv("TILEFUZZ_UPDATE_DOCS")) {
    text.replace(inside, end - inside, expected);
    std::ofstream(std::string(kPath)) << text;
    return;
  }
  EXPECT_EQ(text.substr(inside, end - inside), expected)
      << "run this test with TILEFUZZ_UPDATE_DOCS=1 to rewrite the tables of docs/ir.md";
}

TEST(Reference, ProgramsInTheDocsParse) {
  const std::string text = page();
  int count = 0;
  for (std::size_t at = text.find("```\ntile 1\n"); at != std::string::npos;
       at = text.find("```\ntile 1\n", at)) {
    const std::size_t begin = at + 4;
    const std::size_t end = text.find("```", begin);
    ASSERT_NE(end, std::string::npos);
    const std::string program = text.substr(begin, end - begin);
    const ParseResult result = parse(program);
    EXPECT_EQ(render(result.errors, "docs/ir.md", program), "");
    EXPECT_EQ(render(verify(result.program), "docs/ir.md", program), "");
    at = end + 3;
    ++count;
  }
  EXPECT_GE(count, 2);
}

TEST(Reference, EveryFormatStringIsUnderstood) {
  for (const OpRow& entry : operation_table()) {
    std::size_t named = 0;
    for (const Piece& piece : pieces(entry.opcode)) {
      const bool has_slot = piece.kind == Piece::Kind::operand || piece.kind == Piece::Kind::operands ||
                            piece.kind == Piece::Kind::indices || piece.kind == Piece::Kind::clause_operand;
      if (has_slot) {
        ASSERT_GE(piece.slot, 0) << entry.name;
        ++named;
      }
      if (piece.kind == Piece::Kind::word) {
        EXPECT_FALSE(piece.word.empty()) << entry.name << ": " << entry.format;
        EXPECT_EQ(find_operation(piece.word), nullptr) << piece.word;
      }
      if (piece.is_optional()) {
        EXPECT_EQ(find_operation(piece.word), nullptr) << piece.word;
      }
    }
    if (entry.syntax == Syntax::format) {
      EXPECT_EQ(named, entry.slots.size()) << entry.name;
    }
  }
}

}  // namespace
}  // namespace tilefuzz::ir
