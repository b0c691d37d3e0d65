#include "ir/verify/rule_case.h"

namespace tilefuzz::ir {
namespace {

constexpr RuleCase kCases[] = {
    {"loop.types", "%c = for %k = 0 to 2 carry (%d = %x) { yield %y }",
     "%c = for %k = 0 to 2 carry (%d = %x) { yield %x }"},
    {"loop.types", "%c = for %k = 0 to 2 carry (%d = %x) { yield %x, %x }",
     "%c = for %k = 0 to 2 carry (%d = %x) { %o = add %d, %x yield %o }"},
    {"loop.types", "%c = for %k = 0 to 2 carry (%d = %x) { if %go { break %y } yield %x }",
     "%c = for %k = 0 to 2 carry (%d = %x) { if %go { break %d } yield %x }"},
    {"loop.types", "%c = for %k = 0 to 2 carry (%d = %x) { if %go { if %go { continue } } yield %x }",
     "%c = for %k = 0 to 2 carry (%d = %x) { if %go { if %go { continue %d } } yield %x }"},
    {"for.bounds", "for %k = 0 to %m { }", "for %k : i64 = 0 to %m { }"},
    {"for.bounds", "for %k : i16 = 0 to 2 { }", "for %k : i64 = 0 to 2 { }"},
    {"for.bounds", "for %k = 0 to 2 step 0 { }", "for %k = 0 to 2 step %n { }"},
    {"operand.element", "for %k = 0 to %f { }", "for %k = 0 to %n { }"},
    {"if.results", "%c = if %go { yield %x } else { yield %y }",
     "%c = if %go { yield %x } else { yield %x }"},
    {"operand.kind", "if %b { }", "if %go { }"},
    {"break.place", "if %go { break }", "for %k = 0 to 2 { if %go { break } }"},
    {"break.place", "for %k = 0 to 2 { break }", "for %k = 0 to 2 { if %go { continue } else { break } }"},
    {"break.place", "while { if %go { break } condition %go } do { }",
     "while { condition %go } do { if %go { break } }"},
    {"while.condition", "for %k = 0 to 2 { condition %go }", "while { condition %go } do { }"},
    {"hint.place", "for %k = 0 to 2 hint {path = view} { }", "for %k = 0 to 2 hint {stages = 2} { }"},
};

TEST(ControlRules, EachIsBrokenAlone) {
  for (const RuleCase& entry : kCases) check_case(entry);
}

}  // namespace

std::span<const RuleCase> control_cases() { return kCases; }

}  // namespace tilefuzz::ir
