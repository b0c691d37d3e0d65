#pragma once

#include <string>
#include <string_view>

#include "ir/text/parse.h"

namespace tilefuzz::ir {

// The JSON form of a program, for emitters and tools that are not written in C++. One line, version 1:
//
//   {"format": "tilefuzz-program", "version": 1, "name": "gemm",
//    "values": [{"name": "A", "type": {"kind": "tensor", "element": "f16", "rank": 2}},
//               {"type": {"kind": "tile", "element": "f16", "shape": [64, 32]}}, ...],
//    "params": [{"value": 0, "extents": [128, {"name": "K", "multiple": 8}, {}], "strides": [...],
//                "align": 16, "alias": 0, "readonly": true, "unsigned": true, "hints": {...}}],
//    "grid": [{"terms": [{"name": "M", "coefficient": 2}], "offset": 1, "divisor": 64}],
//    "hints": {"threads": 128},
//    "launches": [[{"param": 0, "extents": [128, 64], "strides": [64, 1], "offset": 64},
//                  {"param": 1, "value": "3"}]],
//    "body": BLOCK}
//
//   BLOCK: {"arguments": [VALUE...], "operations": [OPERATION...]}
//   OPERATION: {"op": "load", "results": [1], "operands": {"tensor": 0, "index": [2, {"literal": 0}]},
//               "attributes": {"pad": "zero", "at": true, "axis": 1}, "hints": {"stage_in": "shared"},
//               "data": [...], "regions": [BLOCK...], "position": [LINE, COLUMN]}
//
// A value is its index in "values"; kinds are tile (a scalar has shape []), sparse and buffer (with "shape"),
// tensor and sparse_tensor (with "rank"); sparse ones have "sparsity": "2:4". A dynamic extent is an object,
// {} when nothing is known. Operands are keyed by the slot names of the operation table: one value, or a list
// for repeated slots; absent optional ones are left out. Blocks end in their terminator, empty `yield`s
// included. "data" of `constant` is a list of literals as strings (one: a splat), of `permute` one of
// numbers. Whatever is empty or a default is left out, but for "values", "params", "grid" and "body".
std::string to_json(const Program& program);

// Unknown keys, unknown values and wrong kinds are errors, which name the place as a JSON pointer; the first
// one ends the reading. What the text parser leaves to the verifier, this does too.
ParseResult from_json(std::string_view text, const ParseLimits& limits = {});

}  // namespace tilefuzz::ir
