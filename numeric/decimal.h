#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tilefuzz::numeric {

// A finite decimal number: (-1)^negative * 0.d1 d2 d3 ... * 10^point, digits without leading or trailing
// zeros; zero has no digits and point 0.
struct Decimal {
  bool negative = false;
  std::string digits;
  int point = 0;
};

// `-`? digits (`.` digits?)? ((`e`|`E`) (`+`|`-`)? digits)?  The whole text, or nothing. Exponents beyond
// +-100000 are clamped: the number is far out of any format's range all the same.
std::optional<Decimal> parse_decimal(std::string_view text);

// Every digit of a finite double (at most 767 of them).
Decimal exact_decimal(double value);

// -1, 0, +1, of the magnitudes; signs are ignored.
int compare_magnitudes(const Decimal& a, const Decimal& b);

// The double nearest to the magnitude, and the side on which the magnitude lies: residue = sign of
// (magnitude - nearest). Too large gives infinity with residue 0.
struct NearestDouble {
  double value = 0;
  int residue = 0;
};
NearestDouble nearest_double(const Decimal& magnitude);

// Text with a '.', in positional notation for moderate exponents and in scientific notation otherwise
// ("12.5", "-0.0", "1.0e-7"): valid as a floating-point literal in C, Python, MLIR and PTX-like assemblers.
std::string decimal_text(const Decimal& number);

}  // namespace tilefuzz::numeric
