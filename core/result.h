#pragma once

#include <tl/expected.hpp>

namespace tilefuzz {

// Value or error. Used wherever bad input, a missing file or a refused program is an ordinary outcome;
// exceptions are kept for broken invariants and caught once, in app/.
template <class T, class E>
using Result = tl::expected<T, E>;

template <class E>
auto fail(E&& error) {
  return tl::make_unexpected(std::forward<E>(error));
}

}  // namespace tilefuzz
