#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ir/text/parse.h"

namespace tilefuzz::ir {
namespace {

// One line an error: LINE:COLUMN: MESSAGE (HELP).
std::string errors_of(std::string_view text, const ParseLimits& limits = {}) {
  std::string out;
  for (const Diagnostic& error : parse(text, limits).errors) {
    out += std::to_string(error.position.line) + ":" + std::to_string(error.position.column) + ": " +
           error.message;
    if (!error.help.empty()) out += " (" + error.help + ")";
    out += "\n";
  }
  return out;
}

struct Mistake {
  std::string_view text;
  std::string_view errors;
};

// Statements of a kernel whose header has lines 1 and 2.
std::string with_body(std::string_view body) {
  return "tile 1\nkernel @k(%a: tensor<f32, [64, 64]>, %n: i32) grid [1] {\n" + std::string(body) + "\n}\n";
}

TEST(ParseErrors, InStatements) {
  const Mistake mistakes[] = {
      {"  %x = laod %a[0, 0] : tile<4x4xf32>", "3:8: unknown operation 'laod' (did you mean 'load'?)\n"},
      {"  %count = constant 1 : i32\n  %x = add %cuont, 1",
       "4:12: unknown value '%cuont' (did you mean '%count'?)\n"},
      {"  %x = add %nothing, 1\n  %y = mul %x, %x\n  store %a[0, 0], %y", "3:12: unknown value '%nothing'\n"},
      {"  %x = load %a[0, 0]",
       "4:1: expected ': TYPE' after 'load', whose type does not follow from its operands, found '}'\n"},
      {"  %x = constant 1 : i32\n  %y = add %x, 1 : tile<4xi32>",
       "4:18: the result of 'add' is i32, but tile<4xi32> is written\n"},
      {"  %x = constant 1 : i32\n  %x = constant 2 : i32",
       "4:3: '%x' is already defined at 3:3 and visible here (choose another name; a name may be used again "
       "only where the other is not visible)\n"},
      {"  %x = constant 300 : i8", "3:17: literal '300' does not fit i8\n"},
      {"  %x = constant 1.5 : i32", "3:17: literal '1.5' is not an integer for i32\n"},
      {"  %x = constant 1e99 : f32", "3:17: literal '1e99' does not fit f32\n"},
      {"  %x = constant [1, 2 : tile<2xi32>", "3:23: expected ']' or ',' after an element, found ':'\n"},
      {"  %x = constant [1] : tile<2xi32>",
       "3:17: one element is listed for tile<2xi32> (write it without brackets to fill the tile)\n"},
      {"  %x = constant 0 : tile<4x4xf23>", "3:26: unknown element type 'f23' (did you mean 'f32'?)\n"},
      {"  %x = constant 0 : tile<4x4>",
       "3:26: shape '4x4' does not end in an element type, as 128x64xf32 does\n"},
      {"  %x = constant 0 : tile<0x4xf32>",
       "3:26: extent '0' of the shape is not a number from 1 to 2147483647\n"},
      {"  %x = constant 0 : tile<1x1x1x1x1xf32>", "3:26: shapes have at most 4 axes\n"},
      {"  %x = constant 0 : tile<99999999999xf32>",
       "3:26: extent '99999999999' of the shape is not a number from 1 to 2147483647\n"},
      {"  %x = constant 0 : u8",
       "3:21: integers of values are signless, found 'u8' (write 'i8'; signedness belongs to the "
       "operation)\n"},
      {"  %x = constant 0 : tensor<f32, [4]>", "3:21: 'tensor' is the type of a parameter only\n"},
      {"  %x = load %a[0, 0] pda zero : tile<4x4xf32>",
       "3:22: 'pda' does not belong to 'load' (did you mean 'pad'?)\n"},
      {"  %x = load %a[0, 0] pad zeero : tile<4x4xf32>",
       "3:26: expected the pad of 'load' (zero, neg_zero, nan, inf, neg_inf), found 'zeero' (did you mean "
       "'zero'?)\n"},
      {"  %x = load %a[0, 0] pad zero pad zero : tile<4x4xf32>", "3:31: 'pad' is written twice\n"},
      {"  %x = load 3[0, 0] : tile<4x4xf32>",
       "3:13: expected operand 'tensor' of 'load' (a name), found '3'\n"},
      {"  %x = load %a[0 0] : tile<4x4xf32>",
       "3:18: expected ',' or ']' after an index of 'load', found '0'\n"},
      {"  %x = load %a[program_id 0, 0] : tile<4x4xf32>",
       "3:16: expected an index of 'load' (a value or an integer), found 'program_id' (statements do not "
       "nest: give the inner one a name of its own)\n"},
      {"  %x = add %n, 99999999999",
       "3:16: operand '99999999999' does not fit i32 (write '%x = constant 99999999999 : i64' and use "
       "'%x')\n"},
      {"  %x = add %n, 1.5",
       "3:16: operand '1.5' is not an integer (write '%x = constant 1.5 : f32' and use '%x')\n"},
      {"  %x = add %n", "4:1: expected ',' between the operands of 'add', found '}'\n"},
      {"  %x = add %n, 1, 2", "3:17: expected the end of 'add', found ','\n"},
      {"  %x = cmp equal %n, 1",
       "3:12: expected the predicate of 'cmp' (eq, ne, lt, le, gt, ge), found 'equal'\n"},
      {"  add %n, 1", "3:3: 'add' has a result that needs a name (write '%x = add ...')\n"},
      {"  %x, %y = add %n, 1", "3:12: 'add' has one result, 2 are named\n"},
      {"  %x = store %a[0, 0], 1", "3:8: 'store' has no result to give a name\n"},
      {"  store %a[0, 0], 1 : i32", "3:21: 'store' has no result to give a type\n"},
      {"  for %k = 0 to 4 hint {stagse = 2} {\n  }",
       "3:25: unknown hint 'stagse' (did you mean 'stages'?)\n"},
      {"  for %k = 0 to 4 hint {stages = two} {\n  }",
       "3:34: hint 'stages' is a number from 0 to 16, not 'two'\n"},
      {"  for %k = 0 to 4 hint {stages = 2, stages = 3} {\n  }", "3:37: hint 'stages' is written twice\n"},
      {"  %b = alloc : buffer<4xf32> hint {layout = padded}",
       "3:45: hint 'layout' is plain, interleaved, row, padded(n) or swizzled(n), not 'padded'\n"},
      {"  for %k = 0 to 4 carry (%c = 1) {\n    yield %c\n  }",
       "3:3: 'for' carries 1 value, but 0 results are named\n"},
      {"  %x, %y = for %k = 0 to 4 carry (%c = 1) {\n    yield %c\n  }",
       "3:12: 'for' carries 1 value, but 2 results are named\n"},
      {"  %x = for %k = 0 to 4 carry (%c = 1) : f32 {\n    yield %c\n  }",
       "3:8: result 0 of 'for' is i32, but f32 is written\n"},
      {"  for %n = 0 to 4 {\n  }",
       "3:7: '%n' is already defined at 2:38 and visible here (choose another name; a name may be used again "
       "only where the other is not visible)\n"},
      {"  for %k = 0 to 4 {\n    %x = add %k, 1\n  }\n  %y = add %x, 1", "6:12: unknown value '%x'\n"},
      {"  for %k in 0 to 4 {\n    frobnicate\n  }\n  %x = add %m, 1",
       "3:10: expected '=' after the induction variable, found 'in'\n6:12: unknown value '%m'\n"},
      {"  while {\n    yield\n  }",
       "6:1: expected 'do' and the body after the condition region of 'while', found '}'\n"},
      {"  while {\n  } do {\n  }",
       "4:3: expected 'condition %VALUE' at the end of the first region of 'while'\n"},
      {"  %x = if %n {\n    yield 1, 2\n  } else {\n    yield 1, 2\n  }",
       "3:8: 'if' yields 2 values, but 1 result is named\n"},
      {"  yield\n  %x = add %n, 1\n  %y = add %n, 2",
       "4:3: expected '}' after 'yield', which ends the block, found '%x'\n"},
      {"  %x = add %n, $", "3:16: expected operand 'b' of 'add' (a value or an integer), found '$'\n"},
      {"  % = add %n, 1", "3:3: expected a statement, found '%'\n"},
      {"  %x == add %n, 1", "3:7: expected an operation, found '='\n"},
      {"  42", "3:3: expected a statement, found '42'\n"},
  };
  for (const Mistake& mistake : mistakes) {
    EXPECT_EQ(errors_of(with_body(mistake.text)), mistake.errors) << mistake.text;
  }
}

TEST(ParseErrors, InHeaders) {
  const Mistake mistakes[] = {
      {"", "1:1: expected 'tile 1', found the end of the text (a program begins with the line 'tile 1')\n"},
      {"kernel @k() grid [1] {\n}\n",
       "1:1: expected 'tile 1', found 'kernel' (a program begins with the line 'tile 1')\n"},
      {"tile 2\nkernel @k() grid [1] {\n}\n", "1:6: format version '2' is not known; this reader knows 1\n"},
      {"tile 1\nkernle @k() grid [1] {\n}\n", "2:1: expected 'kernel' after the version, found 'kernle'\n"},
      {"tile 1\nkernel k() grid [1] {\n}\n", "2:8: expected the kernel's name, such as '@gemm', found 'k'\n"},
      {"tile 1\nkernel @k() {\n}\n",
       "2:13: expected 'grid' and its extents after the parameters, found '{'\n"},
      {"tile 1\nkernel @k() grid [1] {\n",
       "3:1: expected '}' to close the block that begins at 2:22, found the end of the text\n"},
      {"tile 1\nkernel @k() grid [1] {\n}\n}\n",
       "4:1: expected the end of the text after the kernel, found '}'\n"},
      {"tile 1\nkernel @k() grid [1] hnit {threads = 1} {\n}\n",
       "2:22: expected 'hint', 'launch' or the kernel's body in braces, found 'hnit' (did you mean "
       "'hint'?)\n"},
      {"tile 1\nkernel @k(%a: tensor<f32 [4]>) grid [1] {\n}\n",
       "2:26: expected ',' after the element type, found '['\n"},
      {"tile 1\nkernel @k(%a: tensor<f32, [4], [1, 1]>) grid [1] {\n}\n", "2:32: 1 extents but 2 strides\n"},
      {"tile 1\nkernel @k(%a: tensor<f32, [?*0]>) grid [1] {\n}\n",
       "2:30: the multiple of an extent is a positive 32-bit number\n"},
      {"tile 1\nkernel @k(%a: sparse_tensor<3:4, i8, [4, 4]>) grid [1] {\n}\n",
       "2:29: unknown sparsity pattern '3:4' (the patterns are 1:2, 2:4 and 4:8p)\n"},
      {"tile 1\nkernel @k(%a: tile<4xf32>) grid [1] {\n}\n",
       "2:15: parameters are scalars or tensors, found 'tile'\n"},
      {"tile 1\nkernel @k(%a: int) grid [1] {\n}\n", "2:15: expected an element type, found 'int'\n"},
      {"tile 1\nkernel @k(%a: i32 algin 16) grid [1] {\n}\n",
       "2:19: expected ',', ')' or a fact (align, alias, readonly), found 'algin' (did you mean 'align'?)\n"},
      {"tile 1\nkernel @k(%a: i32, %a: i32) grid [1] {\n}\n",
       "2:20: '%a' is already defined at 2:11 and visible here\n"},
      {"tile 1\nkernel @k(%a: tensor<f32, [?Rows]>) grid [?Rwos] {\n}\n",
       "2:43: no parameter has an extent '?Rwos' (did you mean '?Rows'?)\n"},
      {"tile 1\nkernel @k() grid [ceildiv(3, 0)] {\n}\n", "2:30: the divisor is a positive number\n"},
      {"tile 1\nkernel @k(%a: i32) grid [1] launch {%b = 1} {\n}\n", "2:37: no parameter is named '%b'\n"},
      {"tile 1\nkernel @k(%a: i32) grid [1] launch {%a = [1]} {\n}\n",
       "2:42: '%a' is a scalar: write '%a = 3'\n"},
      {"tile 1\nkernel @k(%a: tensor<f32, [?]>) grid [1] launch {%a = 4} {\n}\n",
       "2:55: '%a' is a tensor: write its extents, as in '%a = [64, 64]'\n"},
      {"tile 1\nkernel @k(%a: i32) grid [1] launch {%a = 1, %a = 2} {\n}\n",
       "2:45: '%a' is given twice in one launch row\n"},
      {"tile 1\nkernel @k(%a: i8) grid [1] launch {%a = 1000} launch {%a = 1} {\n  %x = ad %a, 1\n}\n",
       "2:41: literal '1000' does not fit i8\n3:8: unknown operation 'ad' (did you mean 'add'?)\n"},
      {"tile 1\nkernel @k(%a: i23, %b: i32) grid [1] {\n  %x = add %a, %b\n  %y = add %c, %b\n}\n",
       "2:15: expected an element type, found 'i23' (did you mean 'i32'?)\n4:12: unknown value '%c'\n"},
  };
  for (const Mistake& mistake : mistakes) {
    EXPECT_EQ(errors_of(mistake.text), mistake.errors) << mistake.text;
  }
}

}  // namespace
}  // namespace tilefuzz::ir
