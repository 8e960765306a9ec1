// How many wavefronts a warp's shared-memory access takes (docs/reference/counters.md, rules R2 and
// R3).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "vgpu/counting/atomic_loops.h"

namespace warpscope::exec {

/// Byte offsets into shared memory, one per lane; lanes outside the mask may hold anything.
using LaneOffsets = std::uint32_t[32];

struct Wavefronts {
  std::uint32_t count = 0;
  std::uint32_t conflicts = 0;  ///< beyond one for each phase that has lanes
  bool operator==(const Wavefronts&) const = default;
};

/// Wavefronts of an access of `size_bytes` (1, 2, 4, 8 or 16) per lane in `mask`. The warp is
/// served in one phase for up to 4 bytes, in two half-warps for 8 and four quarter-warps for 16; a
/// phase takes as many wavefronts as the bank (of 32, 4 bytes wide) with the most distinct words. A
/// load whose lanes share addresses pairwise (each active lane n with n^1, or each with n^2; a lane
/// whose partner is inactive does not object) needs half as many phases, if `may_pair`. None when
/// the mask is empty.
Wavefronts count_wavefronts(const LaneOffsets& offsets, std::uint32_t mask,
                            std::uint32_t size_bytes, bool may_pair);

/// One wavefront: each bank gives at most one word.
struct BankPass {
  std::uint32_t lanes = 0;                ///< of its phase, or those that an atomic serves
  std::uint32_t banks = 0;                ///< a bit for each that gives a word
  std::array<std::uint32_t, 32> words{};  ///< by bank: offset / 4
};
/// The wavefronts of count_wavefronts(), one after the other.
std::vector<BankPass> list_passes(const LaneOffsets& offsets, std::uint32_t mask,
                                  std::uint32_t size_bytes, bool may_pair);

/// Lanes of one phase when the warp is served in `phases`.
std::uint32_t lanes_of_phase(std::uint32_t phase, std::uint32_t phases);

/// Of each bank the first lane in `lanes`; cells have `size_bytes` (4 or 8).
std::uint32_t first_of_each_bank(const LaneOffsets& offsets, std::uint32_t lanes,
                                 std::uint32_t size_bytes);

/// How the hardware performs an atomic on shared memory.
enum class SharedAtomic : std::uint8_t {
  none,
  counting,          ///< add of the constant 1 without result: lanes with the same word merge
  native,            ///< one instruction; lanes of the same bank follow one another
  compare_and_swap,  ///< the same, twice the wavefronts
  loop,              ///< a load and a compare-and-swap, until all lanes have succeeded
  narrow_loop,       ///< of 16 bits: one load, then compare-and-swaps of the words around
  narrow_swap,       ///< compare-and-swap of 16 bits: one load, one of the words around
};

struct SharedAtomicCounts {
  std::uint32_t atomics = 0, loads = 0;  ///< executed instructions
  Wavefronts atomic, load;
};

/// True for those that take turns.
constexpr bool is_loop(SharedAtomic how) {
  return how == SharedAtomic::loop || how == SharedAtomic::narrow_loop ||
         how == SharedAtomic::narrow_swap;
}

/// What an atomic on 4 or 8 bytes counts that is no loop. Measured on an H200: counter_probes.cu
/// and shared_probes.cu in tests/golden/h200.
SharedAtomicCounts count_shared_atomic(SharedAtomic how, const LaneOffsets& offsets,
                                       std::uint32_t mask, std::uint32_t size_bytes);

/// The turns of such an atomic, one after the other; a compare-and-swap takes two wavefronts for
/// each.
std::vector<BankPass> list_atomic_passes(SharedAtomic how, const LaneOffsets& offsets,
                                         std::uint32_t mask, std::uint32_t size_bytes);

/// What a loop on cells of 2, 4 or 8 bytes counts. Measured by value_probes.cu, too.
SharedAtomicCounts count_shared_loop(const LoopTurns& turns, const LaneOffsets& offsets,
                                     std::uint32_t size_bytes);

}  // namespace warpscope::exec
