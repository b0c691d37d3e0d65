#include "targets/tilelang/emit/names.h"

#include <gtest/gtest.h>

namespace tilefuzz::targets::tilelang {
namespace {

TEST(Names, KeepsPlainNames) {
  Names names;
  EXPECT_EQ(names.fresh("work"), "work");
  EXPECT_EQ(names.fresh("work"), "work_2");
  EXPECT_EQ(names.fresh("work"), "work_3");
}

TEST(Names, NeverHandsOutWhatPythonOrTheFileUses) {
  Names names;
  EXPECT_EQ(names.fresh("lambda"), "lambda_2");
  EXPECT_EQ(names.fresh("T"), "T_2");
  EXPECT_EQ(names.fresh("i"), "i_2");
}

TEST(Names, LeavesNothingThatCouldEndAnIdentifier) {
  Names names;
  EXPECT_EQ(names.fresh("a\"); import os #"), "a____import_os__");
  EXPECT_EQ(names.fresh("0"), "v0");
  EXPECT_EQ(names.fresh(""), "v");
  EXPECT_EQ(names.fresh("\xc3\xa9x"), "v__x");
  EXPECT_LE(names.fresh(std::string(1000, 'x')).size(), 48u);
}

}  // namespace
}  // namespace tilefuzz::targets::tilelang
