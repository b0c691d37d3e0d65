#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/source_position.h"

namespace tilefuzz {

// One thing that is wrong with a user's input, in the form every command prints:
//   FILE:LINE:COLUMN: error: MESSAGE [RULE]
//     help: HELP
struct Diagnostic {
  SourcePosition position;
  std::string rule;     // name of the broken rule, or empty for a syntax error
  std::string message;  // what is wrong, naming the offending thing
  std::string help;     // what to do, or empty
};

// `source` is the text that the positions refer to; when given, the line and a caret are shown.
std::string render(const Diagnostic& diagnostic, std::string_view file, std::string_view source = {});
std::string render(const std::vector<Diagnostic>& diagnostics, std::string_view file,
                   std::string_view source = {});

}  // namespace tilefuzz
