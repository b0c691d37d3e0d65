#pragma once

#include <string>
#include <string_view>

#include "core/evidence.h"
#include "core/outcome.h"

namespace tilefuzz::targets::tileiras {

// What a run of tileiras did. Exit status, signal, text, crash trace and the assembler shim's report are
// judged together, because one exit status stands for several things (fixtures/ holds real runs of each):
//   0  ok                                        1  command line or unreadable input
//   2  bad value or combination of options       3  not bytecode, or refused by the verifier
//   5  refused by the architecture, or libnvvm or ptxas failed or are missing, or the scratch folder is
//      -- often with one general line, the same for all of these
//   SIGSEGV with empty stderr; SIGABRT after `LLVM ERROR: ...`
Outcome classify(const Evidence& evidence);

// Digits become `#`, so that texts of one cause are equal. The location in front of `error:` is dropped.
std::string masked(std::string_view line);

}  // namespace tilefuzz::targets::tileiras
