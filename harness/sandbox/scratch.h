#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "core/result.h"

namespace tilefuzz::harness {

// A private, empty folder (mode 0700) that goes with its owner.
class Scratch {
 public:
  // Below `base`, which must exist. The error names it.
  static Result<Scratch, std::string> create(const std::filesystem::path& base);

  Scratch(Scratch&& other) noexcept;
  Scratch& operator=(Scratch&& other) noexcept;
  ~Scratch();

  const std::filesystem::path& path() const { return path_; }
  std::uint64_t size() const;  // disk blocks in bytes
  bool clear();                // removes what is in it; false if something stayed

 private:
  explicit Scratch(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

// Empties `folder` whatever is in it: folders without permissions, trees of any depth, links (not
// followed). Never fails halfway; false if something could not be removed.
bool clear_folder(const std::filesystem::path& folder);

}  // namespace tilefuzz::harness
