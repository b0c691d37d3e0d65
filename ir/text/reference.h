#pragma once

#include <string>

namespace tilefuzz::ir {

// The tables of operations, attributes and hints as Markdown: the generated part of docs/ir.md.
std::string operation_reference();

}  // namespace tilefuzz::ir
