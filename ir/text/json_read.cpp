#include <algorithm>

#include "ir/text/json.h"
#include "ir/text/json_program_reader.h"
#include "ir/text/lexer.h"
#include "ir/walk.h"

namespace tilefuzz::ir {
namespace {

using Json = JsonReader::Json;

Diagnostic plain(std::string message, SourcePosition position = {}) {
  return {position, {}, std::move(message), {}};
}

SourcePosition position_of(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  return {static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n') + 1),
          static_cast<std::uint32_t>(before.size() - line_start + 1)};
}

struct TooMuch {
  const char* what;
};

// Parses with bounded depth and size: the library's own parser builds whatever it is given.
Result<Json, Diagnostic> parse_bounded(std::string_view text) {
  constexpr int kDeepest = 8 * kMaxRegionDepth;    // four levels of JSON for each level of blocks
  constexpr std::size_t kMostEvents = 16'000'000;  // keys, values, brackets: some 500 MB at worst
  std::size_t events = 0;
  const auto watch = [&](int depth, Json::parse_event_t, Json&) {
    if (depth > kDeepest) throw TooMuch{"the JSON is nested too deeply for a program"};
    if (++events > kMostEvents) throw TooMuch{"the JSON has too many values for a program"};
    return true;
  };
  try {
    return Json::parse(text, watch);
  } catch (const TooMuch& limit) {
    return fail(plain(limit.what));
  } catch (const Json::parse_error& error) {
    return fail(plain("not valid JSON",
                      position_of(text, error.byte == 0 ? 0 : std::min(error.byte - 1, text.size()))));
  } catch (const Json::exception&) {
    return fail(plain("not valid JSON: a number is out of range"));
  }
}

}  // namespace

ParseResult from_json(std::string_view text, const ParseLimits& limits) {
  ParseResult result;
  if (text.size() > limits.bytes) {
    result.errors.push_back(plain("the text has " + std::to_string(text.size()) +
                                  " bytes, more than the limit of " + std::to_string(limits.bytes)));
    return result;
  }
  if (auto bad = find_bad_byte(text)) {
    result.errors.push_back(std::move(*bad));
    return result;
  }
  const auto document = parse_bounded(text);
  if (!document) {
    result.errors.push_back(document.error());
    return result;
  }
  JsonReader reader;
  if (!JsonProgramReader(result.program, reader, limits).run(*document)) {
    result.errors.push_back(plain(reader.message()));
  }
  return result;
}

}  // namespace tilefuzz::ir
