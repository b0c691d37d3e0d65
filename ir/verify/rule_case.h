#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "ir/text/parse.h"
#include "ir/verify/rules.h"
#include "ir/verify/verify.h"

namespace tilefuzz::ir {

// A program that breaks one rule, and a near neighbour that breaks none. Each is either a whole program
// (`kernel ...`) or a body that is put into kBodyHead.
struct RuleCase {
  std::string_view rule;
  std::string_view bad;
  std::string_view good;
};

// What the text form cannot say: an edit that breaks the rule in the program of `text`.
struct EditCase {
  std::string_view rule;
  std::string_view text;
  std::function<void(Program&)> edit;
};

inline constexpr std::string_view kBodyHead = R"(
kernel @k(%a: tensor<f32, [64, 64]>, %h: tensor<f16, [64, 64]>, %i: tensor<i32, [64, 64]>,
          %r: tensor<f32, [64, 64]> readonly, %s: sparse_tensor<2:4, f16, [64, 64]>, %e: tensor<f8e4m3, [64, 64]>,
          %n: i32, %m: i64, %go: i1, %f: f32) grid [4, 2] launch {%n = 3, %m = 3, %go = true, %f = 1.0} {
  %x = load %a[0, 0] : tile<32x32xf32>
  %y = load %h[0, 0] : tile<32x32xf16>
  %z = load %i[0, 0] : tile<32x32xi32>
  %b = cmp lt %z, 0
  %q = load %e[0, 0] : tile<32x32xf8e4m3>
)";

inline Program program_of(std::string_view text) {
  std::string whole = "tile 1\n";
  if (text.starts_with("kernel")) {
    whole += text;
  } else {
    whole += std::string(kBodyHead) + std::string(text) + "\n}\n";
  }
  ParseResult read = parse(whole);
  EXPECT_TRUE(read.ok()) << render(read.errors, "test", whole);
  return std::move(read.program);
}

inline std::string text_of(const std::vector<Diagnostic>& found) {
  std::string out;
  for (const Diagnostic& d : found) out += "[" + d.rule + "] " + d.message + "\n";
  return out;
}

inline std::set<std::string> rules_of(const std::vector<Diagnostic>& found) {
  std::set<std::string> out;
  for (const Diagnostic& d : found) out.insert(d.rule);
  return out;
}

inline void expect_broken(std::string_view rule, const Program& program, std::string_view text) {
  const auto found = verify(program);
  EXPECT_EQ(rules_of(found), std::set<std::string>{std::string(rule)}) << text << "\n" << text_of(found);
}

inline void check_case(const RuleCase& entry) {
  expect_broken(entry.rule, program_of(entry.bad), entry.bad);
  EXPECT_EQ(text_of(verify(program_of(entry.good))), "") << entry.good;
}

inline void check_case(const EditCase& entry) {
  Program program = program_of(entry.text);
  EXPECT_EQ(text_of(verify(program)), "") << entry.text;
  entry.edit(program);
  expect_broken(entry.rule, program, entry.text);
}

// The tables, one per theme; registry_test.cpp holds them to cover every rule.
std::span<const RuleCase> value_cases();
std::span<const RuleCase> shape_cases();
std::span<const RuleCase> memory_cases();
std::span<const RuleCase> control_cases();
std::span<const RuleCase> launch_cases();
std::span<const EditCase> edit_cases();

}  // namespace tilefuzz::ir
