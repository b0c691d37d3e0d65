#include "targets/tilelang/emit/names.h"

#include <algorithm>
#include <cctype>

namespace tilefuzz::targets::tilelang {
namespace {

// Python's keywords and the builtins that TileLang's parser treats specially, then the names of the
// emitted file itself: the module, the function, the loop variables of T.Parallel.
constexpr std::string_view kReserved[] = {"False",
                                          "None",
                                          "True",
                                          "and",
                                          "as",
                                          "assert",
                                          "async",
                                          "await",
                                          "break",
                                          "case",
                                          "class",
                                          "continue",
                                          "def",
                                          "del",
                                          "elif",
                                          "else",
                                          "except",
                                          "finally",
                                          "for",
                                          "from",
                                          "global",
                                          "if",
                                          "import",
                                          "in",
                                          "is",
                                          "lambda",
                                          "match",
                                          "nonlocal",
                                          "not",
                                          "or",
                                          "pass",
                                          "raise",
                                          "return",
                                          "try",
                                          "while",
                                          "with",
                                          "yield",
                                          "range",
                                          "len",
                                          "min",
                                          "max",
                                          "abs",
                                          "int",
                                          "float",
                                          "bool",
                                          "print",
                                          "_",
                                          "self",
                                          "T",
                                          "tilelang",
                                          "build",
                                          "to_tf32",
                                          "i",
                                          "j",
                                          "ii",
                                          "jj",
                                          "make_cutlass_metadata_layout",
                                          "make_swizzled_layout"};

// A kernel's parameter names end up in CUDA text, where long ones are only noise.
constexpr std::size_t kLongestName = 40;

std::string mangle(std::string_view base) {
  std::string out;
  for (const char c : base.substr(0, kLongestName)) {
    const auto byte = static_cast<unsigned char>(c);
    out += byte < 128 && (std::isalnum(byte) != 0) ? c : '_';
  }
  if (out.empty() || std::isalpha(static_cast<unsigned char>(out.front())) == 0) out.insert(0, "v");
  return out;
}

}  // namespace

Names::Names() {
  for (const std::string_view name : kReserved) taken_.emplace(name);
}

std::string Names::fresh(std::string_view base) {
  const std::string stem = mangle(base);
  std::string name = stem;
  for (int number = 2; !taken_.insert(name).second; ++number) name = stem + "_" + std::to_string(number);
  return name;
}

}  // namespace tilefuzz::targets::tilelang
