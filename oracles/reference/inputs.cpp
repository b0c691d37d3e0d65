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
  if (element == Element::f8e8m0)
    return static_cast<std::uint64_t>(std::clamp<std::int64_t>(k + 127, 0, 254));
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
  if (window_->sparsity != ir::Sparsity::none) masks_ = numeric::valid_masks(window_->sparsity);
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

// Extents along K are multiples of the group, so groups do not straddle rows.
bool Fill::stored(std::int64_t number) const {
  const int size = numeric::group_size(window_->sparsity);
  const std::int64_t group = number / size;
  const auto position = static_cast<int>(number % size);
  if (input_->contents.empty()) {
    const std::uint64_t drawn = mix(seed_ ^ 0x5a5a5a5a5a5a5a5a, group);
    return (masks_[drawn % masks_.size()] >> position & 1) != 0;
  }
  unsigned wanted = 0;
  for (int i = 0; i < size; ++i) {
    const auto at = static_cast<std::size_t>(group * size + i);
    const std::uint64_t bits = at < input_->contents.size() ? input_->contents[at] : 0;
    if (!numeric::is_zero(window_->element, bits)) wanted |= 1u << i;
  }
  // Ascending, so the first that holds them all adds the lowest free positions.
  const auto fits = std::find_if(masks_.begin(), masks_.end(),
                                 [&](numeric::GroupMask mask) { return (wanted & ~unsigned{mask}) == 0; });
  return fits != masks_.end() && (*fits >> position & 1) != 0;
}

std::uint64_t Fill::bits(std::int64_t place, bool& absent) const {
  absent = false;
  if (input_->contents.empty() && masks_.empty()) return draw(place);
  const std::int64_t number = logical_number(place);
  if (number < 0) return 0;
  if (!masks_.empty() && !stored(number)) {
    absent = true;
    return 0;
  }
  if (input_->contents.empty()) return draw(place);
  return static_cast<std::size_t>(number) < input_->contents.size()
             ? input_->contents[static_cast<std::size_t>(number)]
             : 0;
}

}  // namespace tilefuzz::reference
