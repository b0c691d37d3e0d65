#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "generators/choices.h"
#include "ir/program.h"
#include "targets/profile.h"

namespace tilefuzz::generators {

// What a program is meant to be. If `expect` disagrees, that is a fault of ours.
enum class Intent : std::uint8_t { valid };

// For whom a program is made. It is narrowed to the profile while it is drawn, and to one of the
// architectures (the choice `arch`): its elements and mma rows are those of that one.
struct Context {
  const targets::Profile& profile;
  std::vector<std::string_view> architectures = {};  // empty: all of the profile
  Intent intent = Intent::valid;
};

// A generator of one family of programs. A program that it makes
//   - passes ir::verify, and traps in no launch row of its own under default inputs;
//   - keeps within the profile's operations, elements, mma rows, tile extents, hints and budgets;
//   - has at least one store, and no value that does not reach one, but for a drawn share of dead code;
//   - is the same for the same choices.
// An exhausted source gives a program of a few operations.
struct Grammar {
  std::string_view name;
  std::string_view doc;
  bool (*needs)(const targets::Profile& profile);  // whether the profile can say programs of this family
  ir::Program (*generate)(Choices& choices, const Context& context);
};

// The one table: grammars.cpp.
std::span<const Grammar> grammars();
const Grammar* find_grammar(std::string_view name);

}  // namespace tilefuzz::generators
