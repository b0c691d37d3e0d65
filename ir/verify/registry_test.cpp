#include "ir/verify/rule_case.h"

namespace tilefuzz::ir {
namespace {

TEST(Rules, EveryRuleHasAProgramThatBreaksOnlyIt) {
  std::set<std::string_view> covered;
  for (const auto table : {value_cases(), shape_cases(), memory_cases(), control_cases(), launch_cases()}) {
    for (const RuleCase& entry : table) covered.insert(entry.rule);
  }
  for (const EditCase& entry : edit_cases()) covered.insert(entry.rule);
  for (const RuleRow& entry : rules()) EXPECT_TRUE(covered.contains(entry.name)) << entry.name;
  for (const std::string_view name : covered) EXPECT_NE(find_rule(name), nullptr) << name;
}

TEST(Rules, NamesAreUniqueAndDocumented) {
  std::set<std::string_view> names;
  for (const RuleRow& entry : rules()) {
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
    EXPECT_FALSE(entry.doc.empty()) << entry.name;
    EXPECT_EQ(find_rule(entry.name), &row(entry.rule));
  }
}

}  // namespace
}  // namespace tilefuzz::ir
