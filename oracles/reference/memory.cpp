#include "oracles/reference/memory.h"

#include <algorithm>
#include <cstring>

namespace tilefuzz::reference {
namespace {

constexpr std::int64_t kPageBytes = 4096;
constexpr std::int32_t kMany = -1;

// Whether somebody other than `block` is in the field.
bool by_other(std::int32_t field, std::int32_t block) { return field != 0 && field != block + 1; }

void join(std::int32_t& field, std::int32_t block) { field = by_other(field, block) ? kMany : block + 1; }

}  // namespace

Memory::Memory(std::shared_ptr<const Setup> setup, Inputs inputs)
    : owned_setup_(std::move(setup)), inputs_(std::move(inputs)), setup_(*owned_setup_) {
  for (const Allocation& allocation : setup_.allocations) {
    Space space;
    space.allocation = &allocation;
    for (const int param : allocation.params) {
      space.fills.emplace_back(inputs_, setup_, param);
      space.guards_readonly |= setup_.windows[static_cast<std::size_t>(param)].readonly;
    }
    spaces_.push_back(std::move(space));
  }
}

Memory::Page& Memory::page(Space& space, std::int64_t byte) {
  const std::int64_t number = byte / kPageBytes;
  if (number == space.last_number) return *space.last;
  auto& slot = space.pages[number];
  if (!slot) {
    slot = std::make_unique<Page>();
    fill(space, *slot, number * kPageBytes);
  }
  space.last = slot.get();
  space.last_number = number;
  return *slot;
}

// Later windows of an alias group overwrite earlier ones where they overlap.
void Memory::fill(Space& space, Page& page, std::int64_t first_byte) {
  const std::int64_t granule = space.allocation->granule;
  page.bytes.resize(kPageBytes);
  page.marks.resize(static_cast<std::size_t>(kPageBytes / granule));
  if (setup_.blocks() > 1) page.tracks.resize(page.marks.size());
  for (std::size_t i = 0; i < space.fills.size(); ++i) {
    const Window& window = setup_.windows[static_cast<std::size_t>(space.allocation->params[i])];
    const std::int64_t size = numeric::storage_bytes(window.element);
    const std::int64_t end_byte = window.offset + window.span() * size;
    const std::int64_t begin = std::max(first_byte, window.offset);
    const std::int64_t end = std::min(first_byte + kPageBytes, end_byte);
    for (std::int64_t byte = begin; byte < end; byte += size) {
      bool absent = false;
      const std::uint64_t bits = space.fills[i].bits((byte - window.offset) / size, absent);
      std::memcpy(&page.bytes[static_cast<std::size_t>(byte - first_byte)], &bits,
                  static_cast<std::size_t>(size));
      page.marks[static_cast<std::size_t>((byte - first_byte) / granule)] = absent ? kAbsent : 0;
    }
  }
}

Memory::Cell Memory::read(const Window& window, std::int64_t place) {
  Space& space = spaces_[static_cast<std::size_t>(window.allocation)];
  const std::int64_t size = numeric::storage_bytes(window.element);
  const std::int64_t byte = window.offset + place * size;
  const Page& from = page(space, byte);
  const std::int64_t inside = byte % kPageBytes;
  Cell cell;
  std::memcpy(&cell.bits, &from.bytes[static_cast<std::size_t>(inside)], static_cast<std::size_t>(size));
  cell.marks = from.marks[static_cast<std::size_t>(inside / space.allocation->granule)] &
               static_cast<std::uint8_t>(~kWritten);
  return cell;
}

void Memory::write(const Window& window, std::int64_t place, Cell cell) {
  Space& space = spaces_[static_cast<std::size_t>(window.allocation)];
  const std::int64_t size = numeric::storage_bytes(window.element);
  const std::int64_t byte = window.offset + place * size;
  Page& to = page(space, byte);
  const std::int64_t inside = byte % kPageBytes;
  std::memcpy(&to.bytes[static_cast<std::size_t>(inside)], &cell.bits, static_cast<std::size_t>(size));
  const std::int64_t granule = space.allocation->granule;
  for (std::int64_t i = 0; i < size; i += granule) {
    to.marks[static_cast<std::size_t>((inside + i) / granule)] =
        static_cast<std::uint8_t>(cell.marks | kWritten);
  }
}

std::optional<MemoryFault> Memory::touch(const Window& window, std::int64_t place, Touch how,
                                         std::int32_t block, std::uint8_t flavour) {
  Space& space = spaces_[static_cast<std::size_t>(window.allocation)];
  const std::int64_t size = numeric::storage_bytes(window.element);
  const std::int64_t byte = window.offset + place * size;
  if (how != Touch::read && space.guards_readonly && covered_by_readonly(space, byte)) {
    return MemoryFault{TrapKind::readonly_written, "memory of a read-only parameter is written"};
  }
  if (setup_.blocks() <= 1) return std::nullopt;
  Page& where = page(space, byte);
  const std::int64_t granule = space.allocation->granule;
  const std::int64_t inside = byte % kPageBytes;
  for (std::int64_t i = 0; i < size; i += granule) {
    Track& track = where.tracks[static_cast<std::size_t>((inside + i) / granule)];
    if (by_other(track.writer, block)) {
      return MemoryFault{TrapKind::cross_block, how == Touch::read ? "reads what another block writes"
                                                                   : "writes what another block writes"};
    }
    if (how == Touch::shared_atomic) {
      if (by_other(track.reader, block) || (track.flavour != flavour && by_other(track.atomic, block))) {
        return MemoryFault{TrapKind::cross_block, "an atomic on what another block touches in another way"};
      }
      // Once this block has touched the element in another way, it stays the block's own.
      if (track.reader != 0 || (track.flavour != flavour && track.atomic != 0)) track.writer = block + 1;
      track.flavour = flavour;
      join(track.atomic, block);
      continue;
    }
    if (by_other(track.atomic, block)) {
      return MemoryFault{TrapKind::cross_block, "touches what another block changes by an atomic"};
    }
    if (how == Touch::read) {
      join(track.reader, block);
      if (track.atomic != 0) track.writer = block + 1;
    } else {
      if (by_other(track.reader, block)) {
        return MemoryFault{TrapKind::cross_block, "writes what another block reads"};
      }
      track.writer = block + 1;
    }
  }
  return std::nullopt;
}

bool Memory::covered_by_readonly(const Space& space, std::int64_t byte) const {
  for (const int param : space.allocation->params) {
    const Window& window = setup_.windows[static_cast<std::size_t>(param)];
    if (!window.readonly) continue;
    const std::int64_t size = numeric::storage_bytes(window.element);
    if (byte < window.offset || byte >= window.offset + window.span() * size) continue;
    if (window.number_of((byte - window.offset) / size) >= 0) return true;
  }
  return false;
}

Memory::Contents Memory::contents(int param) {
  const Window& window = setup_.windows[static_cast<std::size_t>(param)];
  Contents out;
  if (window.allocation < 0) return out;
  Space& space = spaces_[static_cast<std::size_t>(window.allocation)];
  const std::int64_t size = numeric::storage_bytes(window.element);
  const auto count = static_cast<std::size_t>(window.element_count());
  out.bits.reserve(count);
  out.marks.reserve(count);
  std::vector<std::int64_t> index(window.extents.size());
  for (std::size_t i = 0; i < count; ++i) {
    std::int64_t place = 0;
    for (std::size_t axis = 0; axis < index.size(); ++axis) place += index[axis] * window.strides[axis];
    const std::int64_t byte = window.offset + place * size;
    const Page& from = page(space, byte);
    const std::int64_t inside = byte % kPageBytes;
    std::uint64_t bits = 0;
    std::memcpy(&bits, &from.bytes[static_cast<std::size_t>(inside)], static_cast<std::size_t>(size));
    out.bits.push_back(bits);
    out.marks.push_back(from.marks[static_cast<std::size_t>(inside / space.allocation->granule)]);
    for (std::size_t axis = index.size(); axis-- > 0;) {
      if (++index[axis] < window.extents[axis]) break;
      index[axis] = 0;
    }
  }
  return out;
}

numeric::SparseMatrix Memory::sparse_contents(int param) {
  const Window& window = setup_.windows[static_cast<std::size_t>(param)];
  const Contents logical = contents(param);
  numeric::SparseMatrix out;
  out.pattern = window.sparsity;
  out.columns = window.extents.empty() ? 0 : window.extents.back();
  out.rows = out.columns == 0 ? 0 : window.element_count() / out.columns;
  const auto size = static_cast<std::size_t>(numeric::group_size(window.sparsity));
  for (std::size_t first = 0; first + size <= logical.bits.size(); first += size) {
    unsigned mask = 0;
    for (std::size_t i = 0; i < size; ++i) {
      if (logical.marks[first + i] & kAbsent) continue;
      mask |= 1u << i;
      out.values.push_back(logical.bits[first + i]);
    }
    out.masks.push_back(static_cast<numeric::GroupMask>(mask));
  }
  return out;
}

std::vector<std::uint8_t> Memory::bytes(int allocation) {
  Space& space = spaces_[static_cast<std::size_t>(allocation)];
  std::vector<std::uint8_t> out(static_cast<std::size_t>(space.allocation->bytes));
  for (std::size_t first = 0; first < out.size(); first += kPageBytes) {
    const Page& from = page(space, static_cast<std::int64_t>(first));
    const std::size_t count = std::min<std::size_t>(kPageBytes, out.size() - first);
    std::copy_n(from.bytes.begin(), count, out.begin() + static_cast<std::ptrdiff_t>(first));
  }
  return out;
}

}  // namespace tilefuzz::reference
