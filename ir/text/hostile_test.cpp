#include <gtest/gtest.h>

#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "ir/compare.h"
#include "ir/text/json.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "ir/text/test_programs.h"
#include "numeric/random.h"

namespace tilefuzz::ir {
namespace {

constexpr std::string_view kHead = "tile 1\nkernel @k(%n: i32) grid [1] {\n";

std::string repeated(std::string_view piece, std::size_t times) {
  std::string out;
  out.reserve(piece.size() * times);
  for (std::size_t i = 0; i < times; ++i) out += piece;
  return out;
}

// The first error of a text that must be refused within some seconds, whatever its size.
std::string refusal(const std::string& text, const ParseLimits& limits = {}) {
  const std::clock_t start = std::clock();  // CPU time: the machine may be busy
  const ParseResult result = parse(text, limits);
  EXPECT_LT((std::clock() - start) / CLOCKS_PER_SEC, 20);
  EXPECT_LE(result.errors.size(), limits.errors + 1);
  print(result.program);  // what was read can be shown
  return result.ok() ? "accepted" : result.errors.front().message;
}

TEST(Hostile, DeepNesting) {
  EXPECT_EQ(refusal(std::string(kHead) + repeated("if %n {\n", 1'000'000)),
            "blocks are nested more than 64 deep");
  EXPECT_EQ(refusal(std::string(kHead) + repeated("for %k = 0 to 1 {", 1'000'000)),
            "'%k' is already defined at 3:5 and visible here");
  EXPECT_NE(refusal(std::string(kHead) + repeated("{", 1'000'000)), "accepted");
  EXPECT_NE(refusal(std::string(kHead) + repeated("%x = constant [", 1'000'000)), "accepted");
  EXPECT_NE(refusal("tile 1\nkernel @k(" + repeated("%a: tensor<", 1'000'000)), "accepted");
  const std::string fits = std::string(kHead) + repeated("if %n {\n", 64) + repeated("}", 65);
  EXPECT_EQ(refusal(fits), "accepted");
}

TEST(Hostile, Size) {
  EXPECT_EQ(refusal(std::string(100'000'000, ' ')),
            "the text has 100000000 bytes, more than the limit of 67108864");
  EXPECT_EQ(refusal(std::string(kHead) + repeated("yield\n", 10'000'000)),
            "expected '}' after 'yield', which ends the block, found 'yield'");
  EXPECT_EQ(refusal(std::string(kHead) + repeated("%1=add 1,1\n", 1'000'000)),
            "'%1' is already defined at 3:1 and visible here");
  EXPECT_EQ(refusal(std::string(kHead) + repeated("write%n[],1\n", 1'000'000)),
            "more than 100000 operations");
  EXPECT_EQ(refusal(std::string(kHead) + "%x = constant [" + repeated("1,", 20'000'000)),
            "more than 4194304 elements in constants");
  EXPECT_EQ(refusal("tile 1\nkernel @k(" + repeated("%1: i32,", 5'000'000)),
            "'%1' is already defined at 2:11 and visible here");
  EXPECT_EQ(refusal("tile 1\nkernel @k() grid [1] " + repeated("launch{}", 5'000'000)),
            "more than 4096 launch rows");
  EXPECT_EQ(refusal("tile 1\nkernel @k() grid [" + repeated("1,", 5'000'000)), "a grid has 1 to 3 axes");
  EXPECT_EQ(refusal("tile 1\nkernel @k() grid [" + repeated("1+", 5'000'000)),
            "expected a number or a named extent of a parameter, such as '?M', found the end of the text");
  EXPECT_EQ(refusal(std::string(kHead) + "yield " + repeated("1,", 5'000'000)),
            "more than 255 operands in one list");
  EXPECT_EQ(refusal(std::string(kHead) + repeated("%a,", 5'000'000)), "more than 255 results");
  EXPECT_NE(refusal(std::string(kHead) + std::string(60'000'000, 'x')), "accepted");
  EXPECT_NE(refusal(std::string(kHead) + "%x = constant " + std::string(60'000'000, '9') + " : f64"),
            "accepted");
  EXPECT_NE(refusal(std::string(kHead) + "%x = constant 0 : tile<" + repeated("1x", 10'000'000)), "accepted");
  EXPECT_NE(refusal(std::string(kHead) + repeated("%x = ad %y, ?\n", 1'000'000)), "accepted");
}

TEST(Hostile, BadBytes) {
  EXPECT_EQ(refusal("tile 1 // \xff\n"), "byte 0xff at offset 10 is not valid UTF-8");
  EXPECT_EQ(refusal("tile 1 // \xed\xa0\x80\n"), "byte 0xed at offset 10 is not valid UTF-8")
      << "a surrogate";
  EXPECT_EQ(refusal("tile 1 // \xc0\x80\n"), "byte 0xc0 at offset 10 is not valid UTF-8")
      << "an overlong NUL";
  EXPECT_EQ(refusal(std::string("tile 1\n\0", 8)), "byte 0x00 at offset 7 is a control character");
  EXPECT_EQ(refusal("tile 1\n\x1b[31m"), "byte 0x1b at offset 7 is a control character");
  const ParseResult located = parse("tile 1\n// caf\xc3\xa9 \xf5\n");
  ASSERT_EQ(located.errors.size(), 1u);
  EXPECT_EQ(located.errors[0].position, (SourcePosition{2, 10}));
  EXPECT_EQ(refusal("tile 1\nkernel @k\xc3\xa9() grid [1] {\n}\n"),
            "expected '(' before the parameters, found a non-ASCII character");
}

TEST(Hostile, HarmlessSpellings) {
  const std::string plain = "tile 1\n// caf\xc3\xa9\nkernel @k(%n: i32) grid [1] {\n  %x = add %n, 1\n}\n";
  std::string dos = "\xef\xbb\xbf";
  for (const char c : plain) dos += c == '\n' ? std::string("\r\n") : std::string(1, c);
  const ParseResult a = parse(plain);
  const ParseResult b = parse(dos);
  ASSERT_TRUE(a.ok());
  ASSERT_TRUE(b.ok());
  EXPECT_TRUE(equal(a.program, b.program));
  std::string flat = plain.substr(plain.find("kernel"));
  for (char& c : flat) c = c == '\n' ? ' ' : c;
  EXPECT_TRUE(parse("tile 1 " + flat).ok()) << "line ends mean nothing";
}

TEST(Hostile, EveryPrefixOfAProgramIsRefused) {
  for (const std::string_view text : test::canonical_programs()) {
    const std::size_t whole = text.rfind('}') + 1;
    for (std::size_t length = 0; length < whole; ++length) {
      EXPECT_FALSE(parse(text.substr(0, length)).ok()) << text.substr(0, length);
    }
  }
}

// Random edits: whatever comes out, reading ends, and what is accepted survives printing.
void check_edited(const std::string& text) {
  const ParseResult first = parse(text);
  const std::string printed = print(first.program);
  if (!first.ok()) return;
  const ParseResult second = parse(printed);
  EXPECT_EQ(render(second.errors, "printed", printed), "") << text << "\n" << printed;
  EXPECT_TRUE(equal(first.program, second.program)) << text << "\n" << printed;
  const ParseResult third = from_json(to_json(first.program));
  EXPECT_EQ(render(third.errors, "json"), "") << text;
  EXPECT_TRUE(equal(first.program, third.program)) << text;
}

std::vector<std::string> all_texts() {
  std::vector<std::string> texts;
  for (const std::string_view text : test::canonical_programs()) texts.emplace_back(text);
  for (const auto& entry : std::filesystem::directory_iterator(TILEFUZZ_SOURCE_DIR "/corpus/seeds")) {
    std::ifstream file(entry.path());
    std::stringstream text;
    text << file.rdbuf();
    texts.push_back(text.str());
  }
  return texts;
}

std::string edited(std::string text, numeric::Random& random) {
  constexpr std::string_view kBytes = "%@?{}[]()<>,=:*+-x0123456789 \nabiu\xff";
  for (std::uint64_t edits = 1 + random.below(3); edits > 0 && !text.empty(); --edits) {
    const std::size_t place = random.below(text.size());
    switch (random.below(4)) {
      case 0:
        text[place] = kBytes[random.below(kBytes.size())];
        break;
      case 1:
        text.erase(place, 1 + random.below(8));
        break;
      case 2:
        text.insert(place, 1, kBytes[random.below(kBytes.size())]);
        break;
      default: {
        const std::string piece = text.substr(random.below(text.size()), 1 + random.below(40));
        text.insert(place, piece);
      }
    }
  }
  return text;
}

TEST(Hostile, RandomEditsOfTexts) {
  const std::vector<std::string> texts = all_texts();
  numeric::Random random(1);
  for (int i = 0; i < 4000; ++i)
    check_edited(edited(texts[static_cast<std::size_t>(i) % texts.size()], random));
}

TEST(Hostile, RandomEditsOfJson) {
  numeric::Random random(2);
  std::vector<std::string> documents;
  for (const std::string& text : all_texts()) documents.push_back(to_json(parse(text).program));
  for (int i = 0; i < 2000; ++i) {
    const ParseResult result =
        from_json(edited(documents[static_cast<std::size_t>(i) % documents.size()], random));
    print(result.program);
    to_json(result.program);
  }
}

}  // namespace
}  // namespace tilefuzz::ir
