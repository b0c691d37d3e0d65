#pragma once

#include <string>

#include "core/configuration.h"
#include "core/outcome.h"
#include "core/verdict.h"

namespace tilefuzz::app {

// One line of `tilefuzz run`'s table; the header has the same columns.
std::string cell_header();
std::string cell_line(const Configuration& configuration, const Outcome& outcome, const Verdict& verdict);

// "SIGSEGV in tileiras at 46b4fd3 468845e 439953c 439a7cc"
std::string describe(const Outcome& outcome);

}  // namespace tilefuzz::app
