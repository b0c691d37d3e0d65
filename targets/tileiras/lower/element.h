#pragma once

#include <cstdint>
#include <string>

#include "ir/type.h"
#include "targets/tileiras/bytecode/type.h"

namespace tilefuzz::targets::tileiras {

bytecode::TypeTag type_tag(ir::Element element);

// Bytes of one element of a constant: little-endian, i1 as a whole byte of ones or zeros, tf32 as its 19 bits
// in three bytes.
void append_element(ir::Element element, std::uint64_t bits, std::string& bytes);

// Bit pattern, in the width that Tile IR gives the type (tf32: 19 bits).
std::uint64_t tile_ir_bits(ir::Element element, std::uint64_t bits);

}  // namespace tilefuzz::targets::tileiras
