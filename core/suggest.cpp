#include "core/suggest.h"

#include <algorithm>
#include <array>

namespace tilefuzz {
namespace {

constexpr std::size_t kLongestWord = 64;

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  if (a.size() > kLongestWord || b.size() > kLongestWord) return std::max(a.size(), b.size());
  std::array<std::array<std::size_t, kLongestWord + 1>, 3> rows{};
  for (std::size_t j = 0; j <= b.size(); ++j) rows[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    const auto& before = rows[(i + 1) % 3];  // row i - 2
    const auto& above = rows[(i + 2) % 3];   // row i - 1
    auto& row = rows[i % 3];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
  }
  return rows[a.size() % 3][b.size()];
}

Suggestion::Suggestion(std::string_view wanted)
    : wanted_(wanted), best_distance_(std::max<std::size_t>(1, wanted.size() / 3) + 1) {}

void Suggestion::offer(std::string_view candidate) {
  // A one-letter name is one edit from every other one.
  if (wanted_.size() > kLongestWord || candidate.size() > kLongestWord || wanted_.size() < 2) return;
  const std::size_t distance = edit_distance(wanted_, candidate);
  if (distance < best_distance_ && distance < candidate.size()) {
    best_distance_ = distance;
    best_ = candidate;
  }
}

void Suggestion::offer(std::span<const std::string_view> candidates) {
  for (const std::string_view candidate : candidates) offer(candidate);
}

std::string Suggestion::help(std::string_view sigil) const {
  if (best_.empty()) return {};
  return "did you mean '" + std::string(sigil) + std::string(best_) + "'?";
}

}  // namespace tilefuzz
