#pragma once

#include "ir/program.h"

namespace tilefuzz::tests {

struct Figures {
  int operations = 0;  // terminators are not counted
  int live = 0;        // that a store depends on; loops and branches count if anything in them does
  int loops = 0;
};

Figures measure(const ir::Program& program);

}  // namespace tilefuzz::tests
