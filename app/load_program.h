#pragma once

#include <optional>
#include <string>

#include "core/result.h"
#include "ir/program.h"

namespace tilefuzz::app {

// The bytes of a file; the error says why it cannot be read. `limit` guards against files that are not meant.
Result<std::string, std::string> read_file(const std::string& path);

// Reads, parses and verifies a program. What is wrong is printed on stderr with file, line and column.
std::optional<ir::Program> load_program(const std::string& path);

}  // namespace tilefuzz::app
