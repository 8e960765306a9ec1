// Atomics that ptxas makes loops of load and compare-and-swap: which lanes come again
// (docs/reference/counters.md, rules R3 and R9).
#pragma once

#include <array>
#include <cstdint>

#include "vgpu/counting/sectors.h"

namespace warpscope::exec {

/// What an atomic does to its lanes' cells; lanes outside its mask may hold anything.
struct CellUpdates {
  LaneAddresses addresses;               ///< of the cells, or their offsets in shared memory
  std::array<std::uint64_t, 32> before;  ///< what the cells hold, in the low bits
  std::array<std::uint64_t, 32> wanted;  ///< a compare-and-swap: what it compares with
  const void* operands = nullptr;
  /// What lane `lane` leaves in a cell that holds `old`.
  std::uint64_t (*updated)(const void* operands, std::uint32_t lane, std::uint64_t old) = nullptr;
};

/// The loop's turns: lanes that load, and those of them that go on to the swap.
struct LoopTurns {
  struct Turn {
    std::uint32_t loading = 0, swapping = 0;
  };
  /// Enough for any loop: a lane waits at most once for each other one, and once more.
  static constexpr std::uint32_t kMost = 64;
  std::uint32_t count = 0;
  std::array<Turn, kMost> turns{};
  void add(Turn turn) { turns[count++] = turn; }
};

/// A loop on shared memory for cells of `size_bytes` (4 or 8). Each turn begins with a load. Of
/// each half-warp (for 4 bytes: of the warp) the first lane of each bank swaps; it fails when its
/// cell has changed since the load. With `leaves_unchanged` (min and max of 64 bits) a lane that
/// would change nothing ends after its load.
LoopTurns spin_turns(const CellUpdates& updates, std::uint32_t mask, std::uint32_t size_bytes,
                     bool leaves_unchanged);

/// An atomic on 16 bits, which swaps the word around. There is one load; a swap that fails gives
/// the word for the next turn. All lanes swap, one after the other. That of a compare-and-swap
/// (`is_swap`) comes again only when the other half of its word has changed.
LoopTurns narrow_turns(const CellUpdates& updates, std::uint32_t mask, bool is_swap);

}  // namespace warpscope::exec
