#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace tilefuzz::numeric {

// Pseudo-random numbers that are equal on every platform and standard library for equal seeds (the
// distributions of <random> are not), so that a seed names a campaign. Not for cryptography.
// Source: S. Vigna and D. Blackman, "Scrambled linear pseudorandom number generators" (2021), xoshiro256**;
// its state is filled by SplitMix64, as they advise.
class SplitMix64 {
 public:
  explicit constexpr SplitMix64(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
  }

 private:
  std::uint64_t state_;
};

class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) {
    SplitMix64 filler(seed);
    for (std::uint64_t& word : state_) word = filler.next();
  }
  // At least one word must not be zero.
  explicit constexpr Random(const std::array<std::uint64_t, 4>& state) : state_(state) {}

  constexpr std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // Uniform in [0, n) without bias; 0 for n = 0. Rejects the first 2^64 mod n values, so fewer than two draws
  // are expected.
  constexpr std::uint64_t below(std::uint64_t n) {
    if (n <= 1) return 0;
    const std::uint64_t rejected = (0 - n) % n;
    std::uint64_t drawn = next();
    while (drawn < rejected) drawn = next();
    return drawn % n;
  }

  // Uniform in [low, high], both included; low if high < low.
  constexpr std::int64_t between(std::int64_t low, std::int64_t high) {
    if (high <= low) return low;
    const std::uint64_t span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    const std::uint64_t offset = span == ~std::uint64_t{0} ? next() : below(span + 1);
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + offset);
  }

  // True in numerator out of denominator cases.
  constexpr bool chance(std::uint64_t numerator, std::uint64_t denominator) {
    return below(denominator) < numerator;
  }

 private:
  std::array<std::uint64_t, 4> state_{};
};

}  // namespace tilefuzz::numeric
