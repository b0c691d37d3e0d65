#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "core/diagnostic.h"
#include "ir/program.h"

namespace tilefuzz::ir {

// What a text may cost. Beyond a limit the text is refused with an error that names it.
struct ParseLimits {
  std::size_t bytes = std::size_t{64} << 20;
  std::size_t operations = 100'000;
  std::size_t constant_elements = std::size_t{1} << 22;  // in all lists of constants together
  std::size_t errors = 20;
};

// The program is whole only if there are no errors; otherwise it holds what could be read.
struct ParseResult {
  Program program;
  std::vector<Diagnostic> errors;
  bool ok() const { return errors.empty(); }
};

// Reads the text form (docs/ir.md). Checks the syntax, names, and written types against inferred ones; all
// other rules are the verifier's. Types that do not follow because operands do not fit are left `none`.
// Never fails otherwise, whatever the bytes.
ParseResult parse(std::string_view text, const ParseLimits& limits = {});

}  // namespace tilefuzz::ir
