#include "oracles/reference/inputs.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "numeric/format.h"
#include "numeric/integer.h"
#include "numeric/random.h"

namespace tilefuzz::reference {
namespace {

using ir::Element;

const ParamInput kDefault{};
constexpr std::uint64_t kLargestTable = 4096;

std::uint64_t mix(std::uint64_t seed, std::int64_t place) {
  // One step of SplitMix64 from a state that is a linear function of the place.
  return numeric::SplitMix64(seed + static_cast<std::uint64_t>(place) * 0x9e3779b97f4a7c15).next();
}

std::uint64_t encode(const ParamInput& input, Element element, std::int64_t k) {
  if (element == Element::i1) return static_cast<std::uint64_t>(k) & 1;
  if (element == Element::f8e8m0) return static_cast<std::uint64_t>(std::clamp<std::int64_t>(k + 127, 0, 254));
  const std::int64_t whole = k * input.multiple;
  if (numeric::is_integer(element)) return numeric::wrap(element, whole);
  return numeric::encode(element, std::ldexp(static_cast<double>(whole), input.exponent));
}

bool is_packed(const Window& window) {
  std::int64_t expected = 1;
  for (std::size_t axis = window.extents.size(); axis-- > 0;) {
    if (window.strides[axis] != expected && window.extents[axis] > 1) return false;
    expected *= window.extents[axis];
  }
  return true;
}

}  // namespace

SparseGroup sparse_group(ir::Sparsity sparsity) {
  switch (sparsity) {
    case ir::Sparsity::s1of2:
      return {2, 1, 1};
    case ir::Sparsity::s2of4:
      return {4, 2, 1};
    case ir::Sparsity::s4of8p:
      return {8, 4, 2};
    case ir::Sparsity::none:
      break;
  }
  return {};
}

Fill::Fill(const Inputs& inputs, const Setup& setup, int param)
    : input_(static_cast<std::size_t>(param) < inputs.params.size()
                 ? &inputs.params[static_cast<std::size_t>(param)]
                 : &kDefault),
      window_(&setup.windows[static_cast<std::size_t>(param)]),
      seed_(mix(inputs.seed, param)),
      packed_(is_packed(*window_)),
      range_(static_cast<std::uint64_t>(std::max<std::int64_t>(input_->high - input_->low, 0)) + 1),
      factor_(1) {
  if (input_->distinct) {
    factor_ = mix(seed_, -1) % range_;
    while (std::gcd(factor_, range_) != 1) factor_ = (factor_ + 1) % range_;
  }
  for (std::uint64_t k = 0; k < range_ && range_ <= kLargestTable; ++k) {
    encoded_.push_back(encode(*input_, window_->element, input_->low + static_cast<std::int64_t>(k)));
  }
}

std::int64_t Fill::logical_number(std::int64_t place) const {
  if (packed_) return place < window_->element_count() ? place : -1;
  return window_->number_of(place);
}

std::uint64_t Fill::draw(std::int64_t place) const {
  std::uint64_t k = 0;
  if (input_->distinct) {
    const std::int64_t number = std::max<std::int64_t>(logical_number(place), 0);
    k = (static_cast<std::uint64_t>(number) % range_ * factor_ + mix(seed_, -2)) % range_;
  } else {
    k = mix(seed_, place) % range_;
  }
  if (!encoded_.empty()) return encoded_[k];
  return encode(*input_, window_->element, input_->low + static_cast<std::int64_t>(k));
}

std::uint64_t Fill::bits(std::int64_t place, bool& absent) const {
  absent = false;
  const SparseGroup group = sparse_group(window_->sparsity);
  if (!input_->contents.empty()) {
    const std::int64_t number = logical_number(place);
    if (number < 0 || static_cast<std::size_t>(number) >= input_->contents.size()) return 0;
    const std::uint64_t bits = input_->contents[static_cast<std::size_t>(number)];
    absent = group.size > 1 && bits == 0;
    return bits;
  }
  if (group.size > 1) {
    // Draws `kept / unit` of the group's units, by choosing among those that are left.
    const std::int64_t base = place / group.size * group.size;
    const int unit = static_cast<int>(place - base) / group.unit;
    const int units = group.size / group.unit;
    int wanted = group.kept / group.unit;
    std::uint64_t random = mix(seed_ ^ 0x5a5a5a5a, base);
    absent = true;
    for (int u = 0; u < units; ++u) {
      const auto left = static_cast<std::uint64_t>(units - u);
      const bool taken = random % left < static_cast<std::uint64_t>(wanted);
      random /= left;
      wanted -= taken ? 1 : 0;
      if (u == unit && taken) absent = false;
    }
    if (absent) return 0;
  }
  return draw(place);
}

}  // namespace tilefuzz::reference
