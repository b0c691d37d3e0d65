#include "targets/tileiras/acceptance/programs.h"

#include <algorithm>
#include <vector>

namespace tilefuzz::targets::tileiras {

namespace {

// $e element, $c accumulator, $t a suffix for names made of both. Parameters and body are repeated for each
// element of the class, but for class "once".
constexpr std::string_view kPair = "%a$t: tensor<$e, [64, 64]>, %o$t: tensor<$e, [64, 64]>";
constexpr std::string_view kLoad =
    "%x$t = load %a$t[0, 0] : tile<16x16x$e>\n%z$t = load %a$t[0, 1] : tile<16x16x$e>\n";
constexpr std::string_view kStore = "store %o$t[0, 0], %y$t\n";

#define UNARY(NAME, CLASS) \
  AcceptanceCase { NAME, CLASS, kPair, "L%y$t = " NAME " %x$t\nS" }
#define BINARY(NAME, CLASS, FLAGS) \
  AcceptanceCase { NAME, CLASS, kPair, "L%y$t = " NAME " %x$t, %z$t" FLAGS "\nS" }

constexpr AcceptanceCase kCases[] = {
    {"constant", "move", "%o$t: tensor<$e, [64, 64]>",
     "%y$t = constant $1 : tile<8x16x$e>\nstore %o$t[0, 0], %y$t\n"},
    {"iota", "int", "%o$t: tensor<$e, [64, 64]>", "%y$t = iota 1 : tile<8x16x$e>\nstore %o$t[0, 0], %y$t\n"},
    {"program_id", "once", "%a: tensor<i32, [64]>, %n: i32",
     "%p = program_id 0\n%q = num_programs 2\n%e = extent %a, 0\n%s = add %p, %q\n%t = add %s, %e\n"
     "%u = assume %n multiple 4 from 0 to 60\n%v = add %t, %u\n%y = broadcast %v : tile<8xi32>\nstore %a[0], "
     "%y\n"},
    UNARY("neg", "arith"),
    UNARY("abs", "arith"),
    UNARY("not", "int"),
    UNARY("sqrt", "float"),
    UNARY("rsqrt", "float"),
    UNARY("exp", "float"),
    UNARY("exp2", "float"),
    UNARY("log", "float"),
    UNARY("log2", "float"),
    UNARY("sin", "float"),
    UNARY("cos", "float"),
    UNARY("tan", "float"),
    UNARY("sinh", "float"),
    UNARY("cosh", "float"),
    UNARY("tanh", "float"),
    UNARY("floor", "float"),
    UNARY("ceil", "float"),
    BINARY("add", "arith", ""),
    BINARY("sub", "arith", ""),
    BINARY("mul", "arith", ""),
    BINARY("mulhi", "int", ""),
    BINARY("div", "arith", ""),
    BINARY("rem", "int", ""),
    BINARY("min", "arith", ""),
    BINARY("max", "arith", ""),
    BINARY("and", "int", ""),
    BINARY("or", "int", ""),
    BINARY("xor", "int", ""),
    BINARY("shl", "int", ""),
    BINARY("shr", "int", ""),
    BINARY("pow", "float", ""),
    BINARY("fma", "float", ", %x$t"),
    {"atan2", "float", kPair, "L%y$t = atan2 %x$t, %z$t\nS", 2},
    {"unsigned", "int", kPair,
     "L%d$t = div %x$t, %z$t unsigned\n%r$t = rem %d$t, %z$t unsigned\n%m$t = max %r$t, %x$t unsigned\n"
     "%n$t = min %m$t, %z$t unsigned\n%s$t = shr %n$t, 2 unsigned\n%y$t = mulhi %s$t, %x$t unsigned\nS"},
    {"relaxed", "once", "%a: tensor<f32, [64]>",
     "%x = load %a[0] : tile<16xf32>\n%a1 = add %x, %x flush\n%a2 = div %a1, %x approximate\n"
     "%a3 = sqrt %a2 approximate\n%a4 = exp %a3 approximate\n%a5 = tanh %a4 approximate\n%a6 = rsqrt %a5 "
     "flush\n"
     "%a7 = exp2 %a6 flush\n%a8 = min %a7, %x propagate_nan\nstore %a[0], %a8\n",
     3},
    {"cmp", "arith", kPair,
     "L%c1$t = cmp eq %x$t, %z$t\n%c2$t = cmp ne %x$t, %z$t\n%c3$t = cmp lt %x$t, %z$t\n%c4$t = cmp ge %x$t, "
     "%z$t\n"
     "%d1$t = and %c1$t, %c2$t\n%d2$t = or %c3$t, %c4$t\n%d3$t = xor %d1$t, %d2$t\n%d4$t = not %d3$t\n"
     "%y$t = select %d4$t, %x$t, %z$t\nS"},
    {"select", "move", "%a$t: tensor<$e, [64, 64]>, %o$t: tensor<$e, [64, 64]>, %g$t: i1",
     "L%y$t = select %g$t, %x$t, %z$t\nS"},
    {"cast_integer", "int", kPair,
     "L%b8$t = cast %x$t : tile<16x16xf32>\n%u8$t = cast %x$t unsigned : tile<16x16xf64>\n"
     "%h8$t = cast %x$t : tile<16x16xf16>\n%s1$t = cast %b8$t : tile<16x16x$e>\n%s2$t = cast %u8$t unsigned "
     ": tile<16x16x$e>\n"
     "%s3$t = cast %h8$t : tile<16x16x$e>\n%y1$t = xor %s1$t, %s2$t\n%y$t = xor %y1$t, %s3$t\nS"},
    {"cast_width", "once", "%a: tensor<i8, [64]>, %o: tensor<i64, [64]>",
     "%x = load %a[0] : tile<16xi8>\n%b = cast %x : tile<16xi16>\n%c = cast %b unsigned : tile<16xi64>\n"
     "%d = cast %c : tile<16xi32>\n%m = cmp ne %d, 0\n%e = cast %m unsigned : tile<16xi64>\nstore %o[0], "
     "%e\n"},
    {"cast_float", "allfloat",
     "%a$t: tensor<$e, [64, 64]>, %o$t: tensor<f32, [64, 64]>, %p$t: tensor<f16, [64, 64]>",
     "%x$t = load %a$t[0, 0] : tile<16x16x$e>\n%y$t = cast %x$t : tile<16x16xf64>\n%w$t = cast %y$t : "
     "tile<16x16xf32>\n"
     "%v$t = cast %w$t : tile<16x16xbf16>\n%u$t = cast %v$t : tile<16x16xf16>\nstore %o$t[0, 0], %w$t\nstore "
     "%p$t[0, 0], %u$t\n"},
    {"cast_to", "narrow", "%a$t: tensor<f32, [64, 64]>, %o$t: tensor<$e, [64, 64]>",
     "%x$t = load %a$t[0, 0] : tile<16x16xf32>\n%y$t = cast %x$t : tile<16x16x$e>\nstore %o$t[0, 0], %y$t\n"},
    {"bitcast", "once", "%a: tensor<f32, [64]>, %b: tensor<i16, [64]>, %c: tensor<f64, [64]>",
     "%x = load %a[0] : tile<16xf32>\n%y = bitcast %x : tile<16xi32>\n%z = bitcast %y : tile<16xf32>\nstore "
     "%a[0], %z\n"
     "%p = load %b[0] : tile<16xi16>\n%q = bitcast %p : tile<16xbf16>\n%r = bitcast %q : tile<16xf16>\n"
     "%s = bitcast %r : tile<16xi16>\nstore %b[0], %s\n%d = load %c[0] : tile<16xf64>\n%e = bitcast %d : "
     "tile<16xi64>\n"
     "%f = bitcast %e : tile<16xf64>\nstore %c[0], %f\n"},
    {"shape", "move", kPair,
     "L%p$t = permute %x$t [1, 0]\n%r$t = reshape %p$t : tile<8x32x$e>\n%e$t = extract %r$t[1, 0] : "
     "tile<4x16x$e>\n"
     "%d$t = extract %r$t[0, 1] : tile<4x16x$e>\n%k$t = concat %e$t, %d$t axis 0\n%f$t = extract %k$t[0, 3] "
     ": tile<8x1x$e>\n"
     "%y$t = broadcast %f$t : tile<8x64x$e>\nS"},
    {"insert", "move", kPair, "L%p$t = extract %x$t[0, 0] : tile<4x16x$e>\n%y$t = insert %p$t, %z$t[2, 0]\nS",
     4},
    {"reduce", "arith", "%a$t: tensor<$e, [64, 64]>, %o$t: tensor<$e, [64]>",
     "%x$t = load %a$t[0, 0] : tile<16x16x$e>\n%r1$t = reduce add %x$t axis 1\n%r2$t = reduce mul %x$t axis "
     "0\n"
     "%r3$t = reduce min %x$t axis 1\n%r4$t = reduce max %x$t axis 0\nstore %o$t[0], %r1$t\nstore %o$t[1], "
     "%r2$t\n"
     "store %o$t[2], %r3$t\nstore %o$t[3], %r4$t\n"},
    {"reduce_bits", "int", "%a$t: tensor<$e, [64, 64]>, %o$t: tensor<$e, [64]>",
     "%x$t = load %a$t[0, 0] : tile<16x16x$e>\n%r1$t = reduce and %x$t axis 1\n%r2$t = reduce or %x$t axis "
     "0\n"
     "%r3$t = reduce xor %x$t axis 1\nstore %o$t[0], %r1$t\nstore %o$t[1], %r2$t\nstore %o$t[2], %r3$t\n"},
    {"scan", "arith", kPair, "L%s$t = scan add %x$t axis 0\n%y$t = scan max %s$t axis 1 reverse\nS"},
    {"mma", "mma", "%a$t: tensor<$e, [64, 64]>, %o$t: tensor<$c, [64, 64]>",
     "%x$t = load %a$t[0, 0] : tile<32x32x$e>\n%z$t = load %o$t[0, 0] : tile<32x32x$c>\n"
     "%y$t = mma %x$t, %x$t, %z$t$p\nstore %o$t[0, 0], %y$t\n"},
    {"mma_tf32", "once", "%a: tensor<f32, [64, 64]>",
     "%x = load %a[0, 0] : tile<32x32xf32>\n%y = mma %x, %x, %x precision tf32\nstore %a[0, 0], %y\n"},
    {"mma_batched", "once", "%a: tensor<f16, [4, 64, 64]>, %o: tensor<f32, [4, 64, 64]>",
     "%x = load %a[0, 0, 0] : tile<2x16x16xf16>\n%z = constant 0.0 : tile<2x16x16xf32>\n%y = mma %x, %x, %z\n"
     "store %o[0, 0, 0], %y\n"},
    {"mma_unsigned", "once", "%a: tensor<i8, [64, 64]>, %o: tensor<i32, [64, 64]>",
     "%x = load %a[0, 0] : tile<32x32xi8>\n%z = constant 0 : tile<32x32xi32>\n%y = mma %x, %x, %z "
     "unsigned_a\n"
     "store %o[0, 0], %y\n"},
    {"load", "move", kPair,
     "%x$t = load %a$t[3, 3] pad zero : tile<32x32x$e> hint {latency = 3, tma = off}\n"
     "store %o$t[1, 0], %x$t hint {latency = 2, tma = on}\n"},
    {"load_pointer", "move", "%a$t: tensor<$e, [60, 60]>, %o$t: tensor<$e, [64, 64]>, %n$t: i32",
     "%x$t = load %a$t at [%n$t, 3] pad zero : tile<16x16x$e>\nstore %o$t[0, 0], %x$t hint {path = "
     "pointer}\n"},
    {"load_padded", "once", "%a: tensor<f32, [60, 60]>, %b: tensor<f16, [60, 60]>",
     "%x1 = load %a[3, 3] pad nan : tile<16x16xf32>\n%x2 = load %a[3, 3] pad inf : tile<16x16xf32>\n"
     "%x3 = load %b[3, 3] pad neg_inf : tile<16x16xf16>\n%x4 = load %b[3, 3] pad neg_zero : tile<16x16xf16>\n"
     "%y1 = add %x1, %x2\n%y2 = add %x3, %x4\nstore %a[0, 0], %y1\nstore %b[0, 0], %y2\n"},
    {"load_squeezed", "once", "%a: tensor<f32, [?A*8, ?, ?B*16]>, %n: i32",
     "%x = load %a[%n, 0, 0] pad zero squeeze : tile<16x16xf32>\n"
     "%y = load %a at [%n, 0, 0] pad zero squeeze : tile<16x16xf32>\n%z = add %x, %y\nstore %a[0, %n, 0], %z "
     "squeeze\n"},
    {"gather", "move", kPair,
     "%i$t = iota 0 : tile<16x1xi32>\n%j$t = iota 1 : tile<1x8xi64>\n%k$t = cast %i$t : tile<16x1xi64>\n"
     "%m1$t = cmp lt %i$t, 5\n%m$t = broadcast %m1$t : tile<16x8xi1>\n%f$t = load %a$t[1, 2] : "
     "tile<16x8x$e>\n"
     "%v$t = gather %a$t[%k$t, %j$t] mask %m$t fill %f$t : tile<16x8x$e>\n%u$t = gather %a$t[%k$t, 3] : "
     "tile<16x1x$e>\n"
     "scatter %o$t[%k$t, %j$t], %v$t mask %m$t\nscatter %o$t[%k$t, 9], %u$t\n"},
    {"atomic", "atomic", "%a$t: tensor<$e, [64]>, %o$t: tensor<$e, [64]>",
     "%i$t = iota 0 : tile<16xi32>\n%v$t = load %a$t[0] : tile<16x$e>\n%m$t = cmp ne %i$t, 3\n"
     "atomic add %o$t[%i$t], %v$t mask %m$t\n"},
    {"atomic_bits", "wide", "%a$t: tensor<$e, [64]>, %o$t: tensor<$e, [64]>",
     "%i$t = iota 0 : tile<16xi32>\n%v$t = load %a$t[0] : tile<16x$e>\natomic and %o$t[%i$t], %v$t\n"
     "atomic or %o$t[%i$t], %v$t\natomic xor %o$t[%i$t], %v$t\natomic min %o$t[%i$t], %v$t unsigned\n"
     "atomic max %o$t[%i$t], %v$t\n%w$t = atomic xchg %o$t[%i$t], %v$t\n"
     "%u$t = atomic cas %o$t[%i$t], %w$t expected %v$t\nstore %a$t[0], %u$t\n"},
    {"buffer", "move", "%a$t: tensor<$e, [64, 64]>, %o$t: tensor<$e, [64, 64]>",
     "%b$t = alloc : buffer<16x32x$e>\n%x$t = load %a$t[0, 0] : tile<16x16x$e>\nwrite %b$t[0, 0], %x$t\n"
     "write %b$t[0, 16], %x$t\n%y$t = read %b$t[0, 5] : tile<16x16x$e>\nstore %o$t[0, 0], %y$t\n",
     3},
    {"for", "once", "%a: tensor<f32, [64, 64]>, %n: i32",
     "%z = constant 0.0 : tile<16x16xf32>\n%r = for %k = 0 to %n step 2 carry (%c = %z) {\n"
     "%x = load %a[%k, 0] pad zero : tile<16x16xf32>\n%d = add %c, %x\n%h = cmp eq %k, 2\n"
     "if %h {\nstore %a[0, 1], %d\ncontinue %c\n}\nyield %d\n}\nstore %a[0, 0], %r\n"},
    {"for_break", "once", "%a: tensor<f32, [64, 64]>, %n: i32",
     "%z = constant 0.0 : tile<16x16xf32>\n%r = for %k = 0 to %n carry (%c = %z) {\n"
     "%x = load %a[%k, 0] pad zero : tile<16x16xf32>\n%d = add %c, %x\n%h = cmp eq %k, 2\n"
     "if %h {\nstore %a[0, 1], %d\nbreak %d\n}\nyield %d\n}\nstore %a[0, 0], %r\n"},
    {"while", "once", "%a: tensor<f32, [64, 64]>, %n: i32",
     "%z = constant 0.0 : tile<16x16xf32>\n%s = constant 0 : i32\n%e, %r = while carry (%k = %s, %c = %z) {\n"
     "%p = cmp lt %k, %n\ncondition %p\n} do {\n%x = load %a[%k, 0] pad zero : tile<16x16xf32>\n%d = add %c, "
     "%x\n"
     "store %a[0, %k], %d\n%k1 = add %k, 1\nyield %k1, %d\n}\nstore %a[0, 0], %r\n"},
    {"if", "once", "%a: tensor<f32, [64, 64]>, %n: i32",
     "%g = cmp ne %n, 0\n%r = if %g {\n%x = load %a[0, 0] : tile<16x16xf32>\nyield %x\n} else {\n"
     "%z = constant 0.0 : tile<16x16xf32>\nyield %z\n}\nif %g {\nstore %a[1, 1], %r\n}\n"},
    {"kernel_hints", "hinted", "%a: tensor<f32, [64, 64]>",
     "%x = load %a[0, 0] : tile<16x16xf32>\nstore %a[0, 1], %x\n"},
};
#undef UNARY
#undef BINARY

struct Choice {
  Element element;
  Element accumulator;
};

bool takes(std::string_view set, Element element, const ArchProfile& arch) {
  const bool integer = numeric::is_integer(element);
  const bool block_scaled = element == Element::f8e8m0 || element == Element::f4e2m1;
  if (block_scaled) return false;  // they are made for mma_scaled alone
  if (set == "move") return true;
  if (set == "narrow")
    return element == Element::tf32 || element == Element::f8e4m3 || element == Element::f8e5m2;
  if (set == "allfloat") return !integer && element != Element::f64;
  if (!numeric::has_arithmetic(element) || element == Element::i1) return false;
  if (set == "int") return integer;
  if (set == "float") return !integer;
  if (set == "wide") return element == Element::i32 || element == Element::i64;
  if (set == "atomic") {
    const bool old = arch.name < "sm_90" && arch.name.size() == 5;
    return element == Element::i32 || element == Element::i64 ||
           (!integer && !(old && element == Element::bf16));
  }
  return set == "arith";
}

std::vector<Choice> choices(std::string_view set, const ArchProfile& arch) {
  std::vector<Choice> found;
  if (set == "once" || set == "hinted") return {{Element::f32, Element::f32}};
  if (set == "mma") {
    for (const MmaRow& row : arch.mma) found.push_back({row.a, row.accumulator});
    return found;
  }
  for (const Element element : arch.elements) {
    if (takes(set, element, arch)) found.push_back({element, element});
  }
  return found;
}

void replace(std::string& text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
}

std::string filled(std::string_view pattern, const Choice& choice, bool suffixed) {
  std::string text(pattern);
  const std::string element(numeric::name(choice.element));
  const std::string accumulator(numeric::name(choice.accumulator));
  replace(text, "$t", suffixed ? "_" + element + "_" + accumulator : "");
  replace(text, "$p", choice.element == Element::f32 ? " precision ieee" : "");
  replace(text, "$1",
          choice.element == Element::i1         ? "true"
          : numeric::is_integer(choice.element) ? "1"
                                                : "1.5");
  replace(text, "$e", element);
  replace(text, "$c", accumulator);
  return text;
}

// A value for everything that the parameters leave open.
std::string launch_row(std::string_view parameters) {
  std::string row;
  const auto add = [&row](const std::string& entry) { row += (row.empty() ? "" : ", ") + entry; };
  if (parameters.find('?') != std::string_view::npos) add("%a = [8, 8, 16]");
  for (std::size_t at = 0; at < parameters.size();) {
    const std::size_t name = parameters.find('%', at);
    if (name == std::string_view::npos) break;
    const std::size_t colon = parameters.find(": ", name);
    at = colon + 2;
    const std::string_view type = parameters.substr(at);
    const std::string value(parameters.substr(name, colon - name));
    if (type.starts_with("i32")) add(value + " = 4");
    if (type.starts_with("i1")) add(value + " = true");
  }
  return row.empty() ? row : " launch {" + row + "}";
}

}  // namespace

std::span<const AcceptanceCase> acceptance_cases() { return kCases; }

std::string acceptance_program(const AcceptanceCase& entry, const ArchProfile& arch) {
  std::string pattern(entry.body);
  if (pattern.starts_with('L')) pattern.replace(0, 1, kLoad);
  if (pattern.ends_with("\nS")) pattern.replace(pattern.size() - 1, 1, kStore);
  std::string parameters;
  std::string body;
  const std::vector<Choice> all = choices(entry.elements, arch);
  const bool suffixed = entry.elements != "once" && entry.elements != "hinted";
  for (const Choice& choice : all) {
    parameters += (parameters.empty() ? "" : ", ") + filled(entry.parameters, choice, suffixed);
    body += filled(pattern, choice, suffixed);
  }
  if (body.empty()) return {};
  const std::string_view hints = entry.elements == "hinted" ? " hint {occupancy = 2, ctas = 1}" : "";
  return "tile 1\nkernel @k(" + parameters + ") grid [1, 1, 1]" + std::string(hints) +
         launch_row(parameters) + " {\n" + body + "}\n";
}

}  // namespace tilefuzz::targets::tileiras
