#include "ir/text/read_launch.h"

#include <algorithm>

#include "ir/text/literal_bits.h"
#include "ir/text/read_type.h"

namespace tilefuzz::ir {
namespace {

constexpr std::size_t kMostLaunches = 4096;

bool read_tensor_argument(TokenStream& tokens, LaunchArgument& argument) {
  auto extents = read_integers(tokens, "extents of a tensor");
  if (!extents) return false;
  argument.extents = std::move(*extents);
  while (true) {
    if (tokens.accept("strides")) {
      auto strides = read_integers(tokens, "strides of a tensor");
      if (!strides) return false;
      argument.strides = std::move(*strides);
    } else if (tokens.accept("offset")) {
      const auto offset = read_integer(tokens, "a number of bytes after 'offset'");
      if (!offset) return false;
      argument.offset = *offset;
    } else {
      return true;
    }
  }
}

bool read_scalar_argument(TokenStream& tokens, Element element, LaunchArgument& argument) {
  const Token token = tokens.peek();
  if (token.kind != TokenKind::number && token.kind != TokenKind::word) {
    return tokens.unexpected("a number for a scalar parameter");
  }
  tokens.take();
  const auto bits = literal_bits(element, token.text);
  if (!bits) return tokens.error(token.position, bits.error());
  argument.scalar_bits = *bits;
  return true;
}

bool read_argument(TokenStream& tokens, const Program& program, const Scope& scope, Launch& launch) {
  const Token name = tokens.peek();
  if (name.kind != TokenKind::value) return tokens.unexpected("a parameter such as '%n = 3'");
  tokens.take();
  const Scope::Entry* entry = scope.find(name.name());
  if (!entry) {
    return tokens.error(name.position, "no parameter is named " + quote(name), scope.suggest(name.name()));
  }
  LaunchArgument argument;
  argument.param = program.param_index(entry->value);
  if (!tokens.expect("=", "after the name of a parameter")) return false;
  const Type& type = program.type(entry->value);
  const bool is_list = tokens.at("[");
  if (type.kind == TypeKind::poison) {
    argument.param = -1;  // refused above; read for its syntax
    if (is_list ? !read_tensor_argument(tokens, argument) : tokens.take().kind == TokenKind::end)
      return false;
    return true;
  }
  if (type.is_memory() != is_list) {
    return tokens.error(tokens.peek().position,
                        is_list ? quote(name) + " is a scalar: write '" + std::string(name.text) + " = 3'"
                                : quote(name) + " is a tensor: write its extents, as in '" +
                                      std::string(name.text) + " = [64, 64]'");
  }
  if (is_list ? !read_tensor_argument(tokens, argument)
              : !read_scalar_argument(tokens, type.element, argument)) {
    return false;
  }
  const auto place =
      std::lower_bound(launch.arguments.begin(), launch.arguments.end(), argument.param,
                       [](const LaunchArgument& other, std::int32_t param) { return other.param < param; });
  if (place != launch.arguments.end() && place->param == argument.param) {
    return tokens.error(name.position, quote(name) + " is given twice in one launch row");
  }
  launch.arguments.insert(place, std::move(argument));
  return true;
}

}  // namespace

bool read_launch(TokenStream& tokens, Program& program, const Scope& scope) {
  const Token word = tokens.take();
  if (program.launches.size() == kMostLaunches) {
    tokens.error(word.position, "more than " + std::to_string(kMostLaunches) + " launch rows");
    tokens.stop();
    return false;
  }
  if (!tokens.expect("{", "after 'launch'")) return false;
  Launch launch;
  for (bool first = true; !tokens.at("}"); first = false) {
    if (!first && !tokens.expect(",", "or '}' in a launch row")) return false;
    if (!read_argument(tokens, program, scope, launch)) return false;
  }
  tokens.take();
  program.launches.push_back(std::move(launch));
  return true;
}

}  // namespace tilefuzz::ir
