#include "targets/tileiras/bytecode/module.h"

namespace tilefuzz::targets::tileiras::bytecode {

Operation::Operation(Opcode code) : opcode(code) {}

bool Operation::operator==(const Operation& other) const {
  return opcode == other.opcode && flags == other.flags && location == other.location &&
         results == other.results && scalars == other.scalars && numbers == other.numbers &&
         attributes == other.attributes && operands == other.operands && groups == other.groups &&
         regions == other.regions;
}

}  // namespace tilefuzz::targets::tileiras::bytecode
