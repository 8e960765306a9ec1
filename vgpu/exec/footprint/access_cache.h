// Remembers, per memory operation, the allocation that it touched last.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace warpscope::exec {

struct UndoRegion;  // footprint/undo_log.h

/// What every access needs is in the first 64 bytes.
struct alignas(64) AccessCache {
  std::uint64_t begin = 1, end = 0;  ///< device addresses [begin, end); empty at first
  std::byte* host = nullptr;         ///< host address of `begin`
  /// Footprint bitmaps of the allocation: a bit for each 2^shift bytes from the address that is a
  /// multiple of 64 and `bias` bytes before `begin`.
  std::uint64_t* read_sectors = nullptr;
  std::uint64_t* written_sectors = nullptr;
  std::uint64_t last_offset = 0;  ///< of the last contiguous access, to guess the next one
  /// UndoRegion::chunks; nullptr: what is overwritten need not be saved.
  const std::atomic<std::uint8_t>* saved = nullptr;
  std::uint32_t shift = 5;
  std::uint32_t bias = 0;
  UndoRegion* undo = nullptr;
};

}  // namespace warpscope::exec
