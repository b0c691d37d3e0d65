#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tilefuzz {

// XXH3, 128 bits. Content ids of programs, artifacts and findings are its first hex digits.
std::string content_hash(std::string_view bytes);

// XXH3, 64 bits; stable across runs and machines.
std::uint64_t hash64(std::string_view bytes, std::uint64_t seed = 0);

}  // namespace tilefuzz
