#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "ir/operation_table.h"
#include "ir/text/hint_text.h"
#include "ir/text/json_reader.h"
#include "ir/text/parse.h"

namespace tilefuzz::ir {

// Fills a program from a parsed document of the form that json.h describes. The document is of any content;
// the first thing that is wrong is in the reader's message.
class JsonProgramReader {
 public:
  JsonProgramReader(Program& program, JsonReader& in, const ParseLimits& limits)
      : program_(program), in_(in), limits_(limits) {}

  bool run(const JsonReader::Json& document);

 private:
  using Json = JsonReader::Json;
  using At = JsonReader::At;

  bool header(const Json& document);
  bool values(const Json& document);
  std::optional<Type> type(const Json& json);
  std::optional<Element> element(const Json& json);
  std::optional<Sparsity> sparsity(const Json& json);
  std::optional<std::vector<std::int32_t>> shape(const Json& json);
  // A value that is defined here, and nowhere before.
  std::optional<ValueId> define(const Json& json);
  std::optional<ValueId> use(const Json& json);
  template <class Values>
  bool define_all(const Json& json, Values& out) {
    if (!in_.array(json, kMostOperands)) return false;
    for (std::size_t i = 0; i < json.size(); ++i) {
      const At at(in_, i);
      const auto id = define(json[i]);
      if (!id) return false;
      out.push_back(*id);
    }
    return true;
  }
  bool number(const Json& object, std::string_view key, std::int64_t low, std::int64_t high, auto& out) {
    const Json* found = JsonReader::find(object, key);
    if (!found) return true;
    const At at(in_, key);
    const auto value = in_.integer(*found, low, high);
    if (value) out = static_cast<std::remove_reference_t<decltype(out)>>(*value);
    return value.has_value();
  }
  bool flag(const Json& object, std::string_view key, bool& out);
  bool position(const Json& object, SourcePosition& out);
  bool hints(const Json& object, Hints& out);
  std::optional<std::int32_t> extent_name(const Json& json);
  bool dims(const Json& object, std::string_view key, std::vector<Dim>& out);
  bool params(const Json& document);
  bool param(const Json& json);
  bool grid(const Json& document);
  bool terms(const Json& json, GridExtent& extent);
  bool launches(const Json& document);
  bool argument(const Json& json, Launch& launch);
  bool body(const Json& document);
  bool block(const Json& json, Block& out, int depth);
  bool operation(const Json& json, Op& op, int depth);
  std::optional<Operand> operand(const Json& json);
  bool operands(const Json& json, Op& op, const OpRow& entry);
  bool slot_operands(const Json& json, const Slot& slot, Op& op);
  bool attributes(const Json& json, Op& op);
  bool data(const Json& json, Op& op);
  bool regions(const Json& json, Op& op, int depth);

  static constexpr std::size_t kMostParams = 1024;
  static constexpr std::size_t kMostLaunches = 4096;
  static constexpr std::size_t kMostInList = 64;
  static constexpr std::size_t kMostOperands = 255;
  static constexpr std::int64_t kLargest32 = std::numeric_limits<std::int32_t>::max();

  Program& program_;
  JsonReader& in_;
  const ParseLimits& limits_;
  std::vector<bool> defined_;
  std::size_t operations_ = 0;
  std::size_t constant_elements_ = 0;
};

}  // namespace tilefuzz::ir
