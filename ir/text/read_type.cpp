#include "ir/text/read_type.h"

#include <limits>

#include "core/suggest.h"
#include "ir/text/number.h"

namespace tilefuzz::ir {
namespace {

std::string element_help(std::string_view text) {
  Suggestion suggestion(text);
  for (const Element element : numeric::kAllElements) suggestion.offer(numeric::name(element));
  return suggestion.help();
}

std::optional<Sparsity> read_sparsity(TokenStream& tokens) {
  const Token first = tokens.peek();
  const std::string_view help = "the patterns are 1:2, 2:4 and 4:8p";
  if (first.kind != TokenKind::number) {
    tokens.unexpected("a sparsity pattern", std::string(help));
    return std::nullopt;
  }
  std::string text(tokens.take().text);
  if (tokens.accept(":")) {
    text += ":";
    if (tokens.at(TokenKind::number)) text += tokens.take().text;
  }
  const auto sparsity = numeric::sparsity_from_name(text);
  if (!sparsity || *sparsity == Sparsity::none) {
    tokens.error(first.position, "unknown sparsity pattern " + quote(text), std::string(help));
    return std::nullopt;
  }
  return sparsity;
}

// `< shape >`, after the word and, for sparse ones, the pattern.
std::optional<Type> read_shape(TokenStream& tokens) {
  const Token token = tokens.peek();
  if (token.kind != TokenKind::number && token.kind != TokenKind::word) {
    tokens.unexpected("a shape such as 128x64xf32");
    return std::nullopt;
  }
  tokens.take();
  auto shape = shape_from_text(token.text);
  if (!shape) {
    const bool is_element = shape.error().starts_with("unknown element");
    const std::string_view last = token.text.substr(token.text.rfind('x') + 1);
    tokens.error(token.position, shape.error(), is_element ? element_help(last) : "");
    return std::nullopt;
  }
  if (!tokens.expect(">", "after the shape")) return std::nullopt;
  return *shape;
}

std::optional<Element> read_element(TokenStream& tokens, bool* is_unsigned) {
  const Token token = tokens.peek();
  if (token.kind == TokenKind::word) {
    std::string spelling(token.text);
    const bool unsigned_spelling =
        spelling == "u8" || spelling == "u16" || spelling == "u32" || spelling == "u64";
    if (unsigned_spelling) spelling[0] = 'i';
    if (const auto element = numeric::from_name(spelling); element && (is_unsigned || !unsigned_spelling)) {
      tokens.take();
      if (is_unsigned) *is_unsigned = unsigned_spelling;
      return element;
    }
    if (unsigned_spelling) {
      tokens.error(token.position, "integers of values are signless, found " + quote(token),
                   "write '" + spelling + "'; signedness belongs to the operation");
      return std::nullopt;
    }
  }
  tokens.unexpected("an element type", element_help(token.text));
  return std::nullopt;
}

std::optional<Dim> read_dim(TokenStream& tokens, Program& program) {
  Dim dim;
  if (!tokens.at(TokenKind::extent)) {
    const auto size = read_integer(tokens, "an extent (a number, '?', '?NAME' or '?NAME*MULTIPLE')");
    if (!size) return std::nullopt;
    if (*size < 0) {
      tokens.error(tokens.peek().position, "extents and strides are not negative");
      return std::nullopt;
    }
    dim.size = *size;
    return dim;
  }
  const Token token = tokens.take();
  if (!token.name().empty()) dim.name = program.extent_name(token.name());
  if (!tokens.accept("*")) return dim;
  const SourcePosition position = tokens.peek().position;
  const auto multiple = read_integer(tokens, "a number after '*'");
  if (!multiple) return std::nullopt;
  if (*multiple < 1 || *multiple > std::numeric_limits<std::int32_t>::max()) {
    tokens.error(position, "the multiple of an extent is a positive 32-bit number");
    return std::nullopt;
  }
  dim.multiple = static_cast<std::int32_t>(*multiple);
  return dim;
}

std::optional<std::vector<Dim>> read_dims(TokenStream& tokens, Program& program, std::string_view what) {
  std::vector<Dim> dims;
  if (!tokens.expect("[", "before the " + std::string(what))) return std::nullopt;
  while (!tokens.at("]")) {
    if (!dims.empty() && !tokens.expect(",", "or ']' in the " + std::string(what))) return std::nullopt;
    if (dims.size() == kMaxRank) {
      tokens.error(tokens.peek().position, "tensors have at most 4 axes");
      return std::nullopt;
    }
    const auto dim = read_dim(tokens, program);
    if (!dim) return std::nullopt;
    dims.push_back(*dim);
  }
  tokens.take();
  return dims;
}

std::optional<Type> read_tensor(TokenStream& tokens, Program& program, Param& param, bool is_sparse) {
  Sparsity sparsity = Sparsity::none;
  if (!tokens.expect("<", "after the kind of tensor")) return std::nullopt;
  if (is_sparse) {
    const auto pattern = read_sparsity(tokens);
    if (!pattern || !tokens.expect(",", "after the sparsity pattern")) return std::nullopt;
    sparsity = *pattern;
  }
  const auto element = read_element(tokens, &param.is_unsigned);
  if (!element || !tokens.expect(",", "after the element type")) return std::nullopt;
  auto extents = read_dims(tokens, program, "extents");
  if (!extents) return std::nullopt;
  param.extents = std::move(*extents);
  if (tokens.accept(",")) {
    const SourcePosition position = tokens.peek().position;
    auto strides = read_dims(tokens, program, "strides");
    if (!strides) return std::nullopt;
    if (strides->size() != param.extents.size()) {
      tokens.error(position, std::to_string(param.extents.size()) + " extents but " +
                                 std::to_string(strides->size()) + " strides");
      return std::nullopt;
    }
    param.strides = std::move(*strides);
  }
  if (!tokens.expect(">", "after the type of a tensor")) return std::nullopt;
  const int rank = static_cast<int>(param.extents.size());
  return is_sparse ? Type::sparse_tensor(sparsity, *element, rank) : Type::tensor(*element, rank);
}

}  // namespace

Result<Type, std::string> shape_from_text(std::string_view text) {
  std::vector<std::int32_t> extents;
  std::string_view rest = text;
  for (std::size_t x = rest.find('x'); x != std::string_view::npos; x = rest.find('x')) {
    const std::string_view digits = rest.substr(0, x);
    const auto extent = number_from<std::int32_t>(digits);
    if (!extent || *extent < 1 || digits.front() == '0') {
      return fail("extent " + quote(digits) + " of the shape is not a number from 1 to 2147483647");
    }
    if (extents.size() == kMaxRank) return fail(std::string("shapes have at most 4 axes"));
    extents.push_back(*extent);
    rest.remove_prefix(x + 1);
  }
  const auto element = numeric::from_name(rest);
  if (!element) {
    if (!rest.empty() && rest.front() >= '0' && rest.front() <= '9') {
      return fail("shape " + quote(text) + " does not end in an element type, as 128x64xf32 does");
    }
    return fail("unknown element type " + quote(rest));
  }
  return Type::tile(*element, extents);
}

std::optional<Type> read_type(TokenStream& tokens) {
  const Token token = tokens.peek();
  const bool is_sparse = token.is("sparse");
  if (token.is("tensor") || token.is("sparse_tensor")) {
    tokens.error(token.position, quote(token) + " is the type of a parameter only");
    return std::nullopt;
  }
  if (is_sparse || token.is("tile") || token.is("buffer")) {
    tokens.take();
    if (!tokens.expect("<", "after " + quote(token))) return std::nullopt;
    std::optional<Sparsity> sparsity;
    if (is_sparse) {
      sparsity = read_sparsity(tokens);
      if (!sparsity || !tokens.expect(",", "after the sparsity pattern")) return std::nullopt;
    }
    const auto shape = read_shape(tokens);
    if (!shape) return std::nullopt;
    if (is_sparse) return Type::sparse(*sparsity, shape->element, shape->shape());
    if (token.is("buffer")) return Type::buffer(shape->element, shape->shape());
    return shape;
  }
  if (token.kind == TokenKind::word) {
    if (const auto element = read_element(tokens, nullptr)) return Type::scalar(*element);
    return std::nullopt;
  }
  tokens.unexpected("a type such as tile<128x64xf32> or i32");
  return std::nullopt;
}

std::optional<Type> read_param_type(TokenStream& tokens, Program& program, Param& param) {
  const Token token = tokens.peek();
  if (token.is("tensor") || token.is("sparse_tensor")) {
    tokens.take();
    return read_tensor(tokens, program, param, token.is("sparse_tensor"));
  }
  if (token.is("tile") || token.is("sparse") || token.is("buffer")) {
    tokens.error(token.position, "parameters are scalars or tensors, found " + quote(token));
    return std::nullopt;
  }
  if (const auto element = read_element(tokens, &param.is_unsigned)) return Type::scalar(*element);
  return std::nullopt;
}

std::optional<std::int64_t> read_integer(TokenStream& tokens, std::string_view what) {
  const Token token = tokens.peek();
  if (token.kind != TokenKind::number) {
    tokens.unexpected(what);
    return std::nullopt;
  }
  tokens.take();
  const auto value = number_from<std::int64_t>(token.text);
  if (!value) {
    const bool digits = token.text.find_first_not_of("-0123456789") == std::string_view::npos;
    tokens.error(token.position, quote(token) + (digits ? " does not fit 64 bits" : " is not an integer"));
  }
  return value;
}

std::optional<std::vector<std::int64_t>> read_integers(TokenStream& tokens, std::string_view what) {
  std::vector<std::int64_t> numbers;
  if (!tokens.expect("[", "before the " + std::string(what))) return std::nullopt;
  while (!tokens.at("]")) {
    if (!numbers.empty() && !tokens.expect(",", "or ']' in the " + std::string(what))) return std::nullopt;
    if (numbers.size() == kLongestList) {
      tokens.error(tokens.peek().position,
                   "more than " + std::to_string(kLongestList) + " " + std::string(what));
      return std::nullopt;
    }
    const auto number = read_integer(tokens, "a number in the " + std::string(what));
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  tokens.take();
  return numbers;
}

}  // namespace tilefuzz::ir
