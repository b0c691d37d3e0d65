#include "ir/text/json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "ir/compare.h"
#include "ir/text/print.h"

namespace tilefuzz::ir {
namespace {

using nlohmann::json;

constexpr std::string_view kText =
    "tile 1\n"
    "kernel @k(%a: tensor<f32, [?M*4, 64]> align 16, %s: f32) grid [ceildiv(?M, 4)] hint {threads = 128}\n"
    "    launch {%a = [4, 64] offset 8, %s = 0.5} {\n"
    "  %c = constant [1.5, nan, 0x7fc00001] : tile<3xf32>\n"
    "  %x = load %a[0, 1] pad zero : tile<4x4xf32> hint {tma = on}\n"
    "  %b = alloc : buffer<4xf32> hint {layout = padded(8)}\n"
    "  %t = permute %x [1, 0]\n"
    "}\n";

json document() { return json::parse(to_json(parse(kText).program)); }

TEST(Json, HasTheDocumentedForm) {
  const json out = document();
  EXPECT_EQ(out["format"], "tilefuzz-program");
  EXPECT_EQ(out["version"], 1);
  EXPECT_EQ(out["name"], "k");
  EXPECT_EQ(out["values"][0],
            json::parse(R"({"name": "a", "type": {"kind": "tensor", "element": "f32", "rank": 2}})"));
  EXPECT_EQ(out["values"][3],
            json::parse(R"({"name": "x", "type": {"kind": "tile", "element": "f32", "shape": [4, 4]}})"));
  EXPECT_EQ(out["params"][0], json::parse(R"({"value": 0, "extents": [{"name": "M", "multiple": 4}, 64],
                                             "align": 16, "position": [2, 11]})"));
  EXPECT_EQ(out["grid"], json::parse(R"([{"terms": [{"name": "M", "coefficient": 1}], "divisor": 4}])"));
  EXPECT_EQ(out["hints"], json::parse(R"({"threads": 128})"));
  EXPECT_EQ(
      out["launches"],
      json::parse(R"([[{"param": 0, "extents": [4, 64], "offset": 8}, {"param": 1, "value": "0.5"}]])"));
  const json& ops = out["body"]["operations"];
  EXPECT_EQ(ops[0]["data"], json::parse(R"(["1.5", "nan", "0x7fc00001"])"));
  EXPECT_EQ(ops[1], json::parse(R"({"op": "load", "results": [3],
      "operands": {"tensor": 0, "index": [{"literal": 0}, {"literal": 1}]},
      "attributes": {"pad": "zero"}, "hints": {"tma": "on"}, "position": [5, 8]})"));
  EXPECT_EQ(ops[2]["hints"], json::parse("{\"layout\": \"padded(8)\"}"));
  EXPECT_EQ(ops[3]["data"], json::parse("[1, 0]"));
  EXPECT_EQ(ops[4], json::parse(R"({"op": "yield", "operands": {"values": []}, "position": [8, 1]})"));
}

TEST(Json, NamesWhatIsWrongAndWhere) {
  struct Case {
    const char* pointer;
    const char* value;
    const char* error;
  };
  const Case cases[] = {
      {"/format", "\"other\"", "\"format\" must be \"tilefuzz-program\""},
      {"/version", "2", "\"version\" must be 1, the only one that this reader knows"},
      {"/bodi", "1", "unknown key 'bodi'; did you mean 'body'?"},
      {"/name", "3", "at /name: expected a string, found number"},
      {"/values", "{}", "at /values: expected an array, found object"},
      {"/values/1/type/kind", "\"tyle\"", "at /values/1/type: unknown kind of type 'tyle'"},
      {"/values/1/type/element", "\"f33\"", "at /values/1/type: unknown element type 'f33'"},
      {"/values/3/type/shape", "[0, 4]",
       "at /values/3/type: extents of a shape are numbers from 1 to 2147483647"},
      {"/values/3/type/shape", "[1, 1, 1, 1, 1]", "at /values/3/type: more than 4 entries"},
      {"/params/0/value", "77", "at /params/0: there is no value 77"},
      {"/params/1/value", "0", "at /params/1: value 0 is defined twice"},
      {"/params/1/value", "3", "at /params/1: parameters are scalars or tensors, not tile<4x4xf32>"},
      {"/params/0/extents", "[1]", "at /params/0: the type has rank 2, there are 1 extents"},
      {"/params/0/extents/0/multiple", "0",
       "at /params/0/extents/0/multiple: expected an integer from 1 to 2147483647, found 0"},
      {"/params/0/align", "1.5", "at /params/0/align: expected an integer, found number"},
      {"/grid/0/terms/0/name", "\"Q\"", "at /grid/0/terms/0: no parameter has an extent 'Q'"},
      {"/grid/0/divisor", "0",
       "at /grid/0/divisor: expected an integer from 1 to 9223372036854775807, found 0"},
      {"/hints/threads", "\"many\"",
       "at /hints/threads: hint 'threads' is a number from 1 to 1024, not 'many'"},
      {"/hints/thread", "1", "at /hints/thread: unknown hint 'thread'"},
      {"/launches/0/1/value", "\"x\"", "at /launches/0/1: literal 'x' is not a number for f32"},
      {"/launches/0/1/param", "0",
       "at /launches/0/1: arguments stand in the order of the parameters, each once"},
      {"/launches/0/0/param", "2", "at /launches/0/0/param: expected an integer from 0 to 1, found 2"},
      {"/body/operations/1/op", "\"laod\"",
       "at /body/operations/1: unknown operation 'laod'; did you mean 'load'?"},
      {"/body/operations/1/results/0", "2", "at /body/operations/1/results/0: value 2 is defined twice"},
      {"/body/operations/1/operands/tensor", "null",
       "at /body/operations/1/operands/tensor: expected an integer, found null"},
      {"/body/operations/1/operands/mask", "1",
       "at /body/operations/1/operands: 'load' has no operand 'mask'"},
      {"/body/operations/1/operands", "{}",
       "at /body/operations/1/operands/tensor: 'load' lacks this operand"},
      {"/body/operations/1/operands/index/0/literal", "3000000000",
       "at /body/operations/1/operands/index/0: expected an integer from -2147483648 to 2147483647, found "
       "3000000000"},
      {"/body/operations/1/attributes/pad", "\"one\"",
       "at /body/operations/1/attributes/pad: 'one' is not one of its words"},
      {"/body/operations/1/attributes/at", "false",
       "at /body/operations/1/attributes/at: a flag is true, or left out"},
      {"/body/operations/1/regions", "[{\"operations\": []}]",
       "at /body/operations/1/regions: 'load' has 0 regions, not 1"},
      {"/body/operations/0/data/0", "\"1e999\"",
       "at /body/operations/0/data/0: literal '1e999' does not fit f32"},
      {"/body/operations/0/position", "[1]", "at /body/operations/0/position: a position is [line, column]"},
  };
  for (const Case& item : cases) {
    json changed = document();
    changed[json::json_pointer(item.pointer)] = json::parse(item.value);
    const ParseResult result = from_json(changed.dump());
    ASSERT_EQ(result.errors.size(), 1u) << item.pointer;
    EXPECT_EQ(result.errors[0].message, item.error);
    print(result.program);
  }
}

TEST(Json, EveryKeyThatIsNeededIsMissed) {
  for (const char* key : {"format", "version", "name", "values", "params", "grid", "body"}) {
    json changed = document();
    changed.erase(key);
    EXPECT_FALSE(from_json(changed.dump()).ok()) << key;
  }
}

TEST(Json, RefusesWhatIsNoJson) {
  const ParseResult broken = from_json("{\"format\":\n \"tilefuzz-program\",, }");
  ASSERT_EQ(broken.errors.size(), 1u);
  EXPECT_EQ(broken.errors[0].message, "not valid JSON");
  EXPECT_EQ(broken.errors[0].position.line, 2u);
  EXPECT_FALSE(from_json("").ok());
  EXPECT_FALSE(from_json("[]").ok());
  EXPECT_FALSE(from_json("{\"version\": 1e999}").ok());
  EXPECT_FALSE(from_json("\"\xff\"").ok());
}

TEST(Json, BoundsDepthAndSize) {
  const ParseResult deep = from_json(std::string(1'000'000, '['));
  ASSERT_EQ(deep.errors.size(), 1u);
  EXPECT_EQ(deep.errors[0].message, "the JSON is nested too deeply for a program");
  std::string wide = "[";
  for (int i = 0; i < 17'000'000; ++i) wide += "0,";
  const ParseResult many = from_json(wide + "0]");
  ASSERT_EQ(many.errors.size(), 1u);
  EXPECT_EQ(many.errors[0].message, "the JSON has too many values for a program");
  EXPECT_FALSE(from_json(std::string(70'000'000, ' ')).ok());
}

TEST(Json, BlocksNestAsDeepAsInTheText) {
  std::string text = "tile 1\nkernel @k(%n: i1) grid [1] {\n";
  for (int i = 0; i < 64; ++i) text += "if %n {\n";
  for (int i = 0; i < 65; ++i) text += "}\n";
  const ParseResult parsed = parse(text);
  ASSERT_TRUE(parsed.ok());
  const ParseResult back = from_json(to_json(parsed.program));
  ASSERT_TRUE(back.ok()) << back.errors[0].message;
  EXPECT_TRUE(equal(parsed.program, back.program));
}

}  // namespace
}  // namespace tilefuzz::ir
