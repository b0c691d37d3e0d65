#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "numeric/sparse_codec.h"
#include "oracles/reference/inputs.h"
#include "oracles/reference/launch.h"
#include "oracles/reference/tile.h"
#include "oracles/reference/trap.h"

namespace tilefuzz::reference {

// How an operation touches an element, for the rules about several blocks.
enum class Touch : std::uint8_t {
  read,
  write,
  exclusive_atomic,  // xchg, cas, on floats, or with a used result
  shared_atomic,     // a commutative, associative integer atomic without a used result
};

struct MemoryFault {
  TrapKind kind{};
  std::string message;
};

// Global memory of one launch: an allocation per alias group or parameter. Pages are filled from the inputs
// when they are first touched, so large tensors cost what is used of them.
class Memory {
 public:
  Memory(std::shared_ptr<const Setup> setup, Inputs inputs);
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  struct Cell {
    std::uint64_t bits = 0;
    std::uint8_t marks = 0;  // kZeroSign, kAbsent
  };

  // `place`: sum of index * stride of the window, in range. `block`: number of the block, for the tracking.
  // `flavour` tells shared atomics apart that do not commute with each other.
  Cell read(const Window& window, std::int64_t place);
  void write(const Window& window, std::int64_t place, Cell cell);
  // Whether touch() has anything to check.
  bool guards(const Window& window) const {
    return setup_.blocks() > 1 || spaces_[static_cast<std::size_t>(window.allocation)].guards_readonly;
  }
  // Whether this access is free of order between blocks; call it before read and write.
  std::optional<MemoryFault> touch(const Window& window, std::int64_t place, Touch how, std::int32_t block,
                                   std::uint8_t flavour = 0);

  // What the tensor of a parameter holds, row-major over its extents; with kZeroSign, kAbsent and kWritten.
  static constexpr std::uint8_t kWritten = 8;
  struct Contents {
    std::vector<std::uint64_t> bits;
    std::vector<std::uint8_t> marks;
  };
  Contents contents(int param);
  // Of a sparse tensor, in the form that compilers take; leading axes are rows.
  numeric::SparseMatrix sparse_contents(int param);
  // All bytes of an allocation of the setup, as a device's memory holds them. Sparse tensors in logical,
  // expanded form.
  std::vector<std::uint8_t> bytes(int allocation);
  const Inputs& inputs() const { return inputs_; }

 private:
  struct Track {
    std::int32_t writer = 0;  // block + 1
    std::int32_t reader = 0;  // block + 1, or kMany
    std::int32_t atomic = 0;  // block + 1, or kMany, of shared atomics
    std::uint8_t flavour = 0;
  };
  struct Page {
    std::vector<std::uint8_t> bytes;
    std::vector<std::uint8_t> marks;  // by granule
    std::vector<Track> tracks;        // by granule; empty in a launch of one block
  };
  struct Space {
    const Allocation* allocation = nullptr;
    std::vector<Fill> fills;                                        // by position in Allocation::params
    std::unordered_map<std::int64_t, std::unique_ptr<Page>> pages;  // by number
    Page* last = nullptr;                                           // the page used last
    std::int64_t last_number = -1;
    bool guards_readonly = false;
  };

  Page& page(Space& space, std::int64_t byte);
  void fill(Space& space, Page& page, std::int64_t first_byte);
  bool covered_by_readonly(const Space& space, std::int64_t byte) const;

  std::shared_ptr<const Setup> owned_setup_;
  Inputs inputs_;
  const Setup& setup_;
  std::vector<Space> spaces_;
};

}  // namespace tilefuzz::reference
