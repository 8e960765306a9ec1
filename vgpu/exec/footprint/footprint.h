// Which 32-byte sectors of global memory a launch read and wrote: what a perfect cache would have
// to move. While several workers run blocks, each has its own, by which it is found out whether one
// worker's blocks saw what another's did.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "vgpu/exec/footprint/sector_set.h"
#include "vgpu/exec/footprint/touched_memory.h"
#include "vgpu/exec/footprint/undo_log.h"
#include "vgpu/memory/device_memory.h"

namespace warpscope::exec {

class Footprint {
 public:
  using Words = BitWords;
  /// Bitmaps of one allocation, as AccessCache describes them; made on first use. Pointers stay
  /// valid for the life of the footprint.
  struct Bitmaps {
    std::uint64_t address = 0;  ///< of the allocation
    Words read, written;
    /// Updates that commute with others of the same kind, by AccessSite::reduction; only where
    /// there are several workers, otherwise they are among those written.
    std::map<std::uint8_t, Words> reduced;
    /// Images: not counted as moved. Only where has_images().
    Words image_read, image_written;
    std::uint32_t shift = 5, bias = 0;
    bool has_atomics = false;  ///< some of what is written there, atomics write
    bool is_of_host = false;   ///< the host sees the same bytes
    UndoRegion* undo = nullptr;
    /// By find_touched(), after close(): all kinds of reads, and all kinds of writes.
    Words touched_read, touched_written;
    /// What keep() has kept.
    SectorSet kept_read, kept_written;
    SectorSet kept_image_read, kept_image_written;  ///< with `wants_images`
  };
  /// `undo`: of the workers' launch; nullptr when only one worker runs. `wants_images`: for
  /// add_touched(); several workers mark images anyway.
  explicit Footprint(UndoLog* undo = nullptr, bool wants_images = false)
      : undo_(undo), wants_images_(wants_images) {}

  Bitmaps& of(const memory::Allocation& allocation);
  /// The bitmap in which a store is marked; `reduction` as in AccessSite.
  std::uint64_t* written(Bitmaps& maps, std::uint8_t reduction) const;
  /// Marks all of an image as read by a texture.
  void mark_image(const memory::Allocation& allocation, std::uint64_t offset, std::uint64_t bytes);
  /// Marks a part of an image that a surface instruction reads or writes.
  void mark_image_part(Bitmaps& maps, std::uint64_t offset, std::uint64_t bytes, bool is_store);
  bool is_shared() const { return undo_ != nullptr; }
  bool has_images() const { return is_shared() || wants_images_; }
  /// Calls `visit` with the address of each allocation that something was marked of.
  template <typename Visit>
  void for_each_address(const Visit& visit) const {
    for (const auto& [id, maps] : by_allocation_) visit(maps.address);
  }

  /// Makes ready for are_independent() and keep().
  void close();
  /// After close(): what was marked is right. It is kept for count(), and the bitmaps are as new.
  void keep();

  struct Counts {
    SectorCounts read;
    SectorCounts written;
    SectorCounts written_beside_atomics;         ///< of them those of the allocations with atomics
    SectorCounts read_of_host, written_of_host;  ///< those of memory that the host sees too
  };
  /// Of one that is not shared and keeps nothing.
  Counts count() const;
  /// Of what all of them have kept.
  static Counts count(std::span<const Footprint* const> footprints);

  /// Adds all that was marked, and of a shared one all that was kept.
  void add_touched(TouchedMemory& touched) const;

 private:
  friend bool are_independent(std::span<const Footprint* const> footprints);
  UndoLog* undo_;
  bool wants_images_;
  std::map<std::uint64_t, Bitmaps> by_allocation_;               ///< by Allocation::id
  std::vector<std::pair<std::uint64_t, std::uint64_t>> images_;  ///< address, bytes: marked already
};

/// True when no footprint has anything written that another one has read or written. Shared
/// footprints of one launch, after close().
bool are_independent(std::span<const Footprint* const> footprints);

/// Sets `count` consecutive bits from `first`.
inline void set_bits(std::uint64_t* words, std::uint64_t first, std::uint64_t count) {
  while (count > 0) {
    const std::uint64_t offset = first & 63;
    const std::uint64_t here = count < 64 - offset ? count : 64 - offset;
    const std::uint64_t ones = here == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << here) - 1;
    words[first >> 6] |= ones << offset;
    first += here;
    count -= here;
  }
}

/// Marks `bytes` (not 0) from `at`, which includes the bias.
inline void mark_bytes(std::uint64_t* words, std::uint32_t shift, std::uint64_t at,
                       std::uint64_t bytes) {
  const std::uint64_t first = at >> shift;
  set_bits(words, first, ((at + bytes - 1) >> shift) - first + 1);
}

/// The bits of one aligned element of up to 32 bytes, before they are shifted to its place.
inline std::uint64_t element_bits(std::uint32_t shift, std::uint32_t bytes) {
  return shift != 0 ? 1 : (std::uint64_t{1} << bytes) - 1;
}
inline void mark_element(std::uint64_t* words, std::uint32_t shift, std::uint64_t at,
                         std::uint64_t bits) {
  words[at >> shift >> 6] |= bits << (at >> shift & 63);
}

}  // namespace warpscope::exec
