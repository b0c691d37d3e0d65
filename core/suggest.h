#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace tilefuzz {

// Number of insertions, deletions, replacements and swaps of neighbours that turn one word into the other
// (optimal string alignment). Words above 64 bytes count as wholly different.
std::size_t edit_distance(std::string_view a, std::string_view b);

// Keeps the candidate nearest to a misspelt word, for "did you mean". A candidate counts only if it is
// within a third of the word's length (at least one edit); of equals the first offered wins. Candidates
// must outlive the object.
class Suggestion {
 public:
  explicit Suggestion(std::string_view wanted);
  void offer(std::string_view candidate);
  void offer(std::span<const std::string_view> candidates);
  std::string_view best() const { return best_; }  // empty: nothing is near
  // "did you mean 'load'?", with `sigil` before the word; or empty.
  std::string help(std::string_view sigil = {}) const;

 private:
  std::string_view wanted_;
  std::string_view best_;
  std::size_t best_distance_;
};

}  // namespace tilefuzz
