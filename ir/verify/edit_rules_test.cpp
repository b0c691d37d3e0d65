#include "ir/verify/rule_case.h"
#include "ir/walk.h"

namespace tilefuzz::ir {
namespace {

Op& op(Program& program, std::size_t index) { return program.body.ops[index]; }
// Operations of kBodyHead, which stand before those of a case.
constexpr std::size_t kHead = 5;
Op& first(Program& program) { return op(program, kHead); }

constexpr std::string_view kAdd = "%c = add %x, %x";
constexpr std::string_view kFor = "%c = for %k = 0 to 2 carry (%d = %x) { yield %x }";
constexpr std::string_view kIf = "%c = if %go { yield %x } else { yield %x }";
constexpr std::string_view kNamed =
    "kernel @k(%a: tensor<f32, [?M, ?N]>) grid [?M] launch {%a = [4, 5]} { %n = program_id 0 }";

const EditCase kCases[] = {
    {"opcode.known", kAdd, [](Program& p) { first(p).code = static_cast<Opcode>(200); }},
    {"type.known", kAdd, [](Program& p) { p.types.back().rank = 9; }},
    {"type.known", kAdd, [](Program& p) { p.types.back().element = static_cast<Element>(99); }},
    {"value.known", kAdd, [](Program& p) { first(p).operands[0] = 1000; }},
    {"value.known", kAdd, [](Program& p) { first(p).results[0] = -1; }},
    {"value.known", kAdd, [](Program& p) { p.params[0].value = 1000; }},
    {"value.single", kAdd, [](Program& p) { first(p).results[0] = op(p, 0).results[0]; }},
    {"operand.count", kAdd, [](Program& p) { first(p).operands.pop_back(); }},
    {"operand.count", kFor, [](Program& p) { first(p).counts[0] = 2; }},
    {"result.count", kAdd, [](Program& p) { first(p).results.clear(); }},
    {"region.count", kIf, [](Program& p) { first(p).regions.pop_back(); }},
    {"region.arguments", kFor, [](Program& p) { first(p).regions[0].arguments.clear(); }},
    {"region.arguments", kIf,
     [](Program& p) { first(p).regions[0].arguments.push_back(p.add_value(Type::scalar(Element::i32))); }},
    {"region.depth", kIf,
     [](Program& p) {
       Block chain;
       for (int i = 0; i < kMaxRegionDepth + 1; ++i) {
         Op outer;
         outer.code = Opcode::if_;
         outer.operands = {first(p).operands[0]};
         Block end;
         Op yield;
         yield.code = Opcode::yield;
         yield.counts = {0};
         end.ops = {yield};
         if (i == 0) chain = end;
         outer.regions = {chain, end};
         chain.ops = {outer, yield};
       }
       p.body.ops.insert(p.body.ops.end() - 1, chain.ops.front());
     }},
    {"attribute.order", kAdd,
     [](Program& p) {
       first(p).attributes = {{AttributeKey::flush, 1}, {AttributeKey::contract, 1}};
     }},
    {"hint.order", kFor,
     [](Program& p) {
       first(p).hints = {{HintKey::stages, 1}, {HintKey::stages, 2}};
     }},
    {"extent-name.known", kNamed, [](Program& p) { p.params[0].extents[0].name = 7; }},
    {"extent-name.known", kNamed, [](Program& p) { p.grid[0].terms[0].name = -1; }},
    {"type.sparsity", "%c = constant 0 : tile<4xi32>",
     [](Program& p) { p.types[static_cast<std::size_t>(first(p).result())].sparsity = Sparsity::s2of4; }},
    {"value.dominance", "%c = add %x, %x %d = add %c, %c",
     [](Program& p) { std::swap(op(p, kHead), op(p, kHead + 1)); }},
    {"region.escape", "if %go { %c = add %x, %x } %d = add %x, %x",
     [](Program& p) { op(p, kHead + 1).operands[0] = first(p).regions[0].ops[0].result(); }},
    {"block.terminator", kFor, [](Program& p) { first(p).regions[0].ops.clear(); }},
    {"block.terminator", kAdd, [](Program& p) { p.body.ops.pop_back(); }},
    {"block.terminator", kAdd, [](Program& p) { p.body.ops.insert(p.body.ops.begin(), p.body.ops.back()); }},
    {"while.condition", "while { condition %go } do { }",
     [](Program& p) { first(p).regions[0].ops = first(p).regions[1].ops; }},
    {"name.unique", "%c = add %x, %x %d = add %c, %c",
     [](Program& p) { p.value_names[static_cast<std::size_t>(op(p, kHead + 1).result())] = "c"; }},
    {"name.unique", kNamed, [](Program& p) { p.extent_names[1] = p.extent_names[0]; }},
    {"name.spelling", kAdd,
     [](Program& p) { p.value_names[static_cast<std::size_t>(first(p).result())] = "a b"; }},
    {"name.spelling", kAdd, [](Program& p) { p.name.clear(); }},
    {"name.spelling", kNamed, [](Program& p) { p.extent_names[1] = "1"; }},
    {"result.type", kAdd,
     [](Program& p) {
       p.types[static_cast<std::size_t>(first(p).result())] = Type::tile(Element::f32, {32, 16});
     }},
    {"result.type", kAdd, [](Program& p) { p.types[static_cast<std::size_t>(first(p).result())] = Type{}; }},
    {"attribute.known", kAdd, [](Program& p) { first(p).set(AttributeKey::axis, 0); }},
    {"attribute.known", kAdd, [](Program& p) { first(p).data = {1}; }},
    {"attribute.missing", "%c = program_id 0", [](Program& p) { first(p).unset(AttributeKey::axis); }},
    {"attribute.value", "%c = add %x, %x contract",
     [](Program& p) { first(p).set(AttributeKey::contract, 2); }},
    {"attribute.value", "%c = reduce add %x axis 0",
     [](Program& p) { first(p).set(AttributeKey::combine, 9); }},
    {"loop.types", kFor,
     [](Program& p) {
       p.types[static_cast<std::size_t>(first(p).regions[0].arguments[1])] = Type::tile(Element::f32, {8, 8});
     }},
    {"if.results", "for %k = 0 to 2 { if %go { break } else { break } }",
     [](Program& p) {
       first(p).regions[0].ops[0].results.push_back(p.add_value(Type::scalar(Element::i32)));
     }},
    {"operand.kind", kFor, [](Program& p) { first(p).operands[3] = p.params[0].value; }},
    {"operand.kind", "%c = extent %a, 0", [](Program& p) { first(p).operands[0] = Operand::constant(3); }},
    {"operand.kind", kFor,
     [](Program& p) { p.types[static_cast<std::size_t>(first(p).regions[0].arguments[1])] = Type{}; }},
    {"if.results", "if %go { }",
     [](Program& p) {
       Op& yield = first(p).regions[1].ops[0];
       yield.counts = {1};
       yield.operands = {op(p, 0).result()};
     }},
    {"param.kind", kNamed, [](Program& p) { p.types[0] = Type::tile(Element::f32, {4}); }},
    {"param.rank", kNamed, [](Program& p) { p.params[0].strides.resize(1); }},
    {"param.rank", "kernel @k(%n: i32) grid [1] launch {%n = 1} { }",
     [](Program& p) { p.params[0].extents = {{.size = 4}}; }},
    {"fact.multiple", kNamed, [](Program& p) { p.params[0].extents[0].multiple = 0; }},
    {"fact.multiple", "kernel @k(%a: tensor<f32, [4]>) grid [1] { }",
     [](Program& p) { p.params[0].extents[0].multiple = 4; }},
    {"grid.name", kNamed, [](Program& p) { p.params[0].extents[0].name = -1; }},
    {"grid.extent", kNamed, [](Program& p) { p.grid[0].divisor = 0; }},
    {"launch.argument", kNamed, [](Program& p) { p.launches[0].arguments[0].param = 1; }},
    {"launch.argument", kNamed, [](Program& p) { p.launches[0].arguments[0].scalar_bits = 1; }},
    {"launch.scalar", "kernel @k(%n: i8) grid [1] launch {%n = -128} { }",
     [](Program& p) { p.launches[0].arguments[0].scalar_bits = 128; }},
};

TEST(EditRules, EachIsBrokenAlone) {
  for (const EditCase& entry : kCases) check_case(entry);
}

}  // namespace

std::span<const EditCase> edit_cases() { return kCases; }

}  // namespace tilefuzz::ir
