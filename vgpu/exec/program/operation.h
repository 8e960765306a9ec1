// A decoded instruction: what the machine's inner loop reads.
#pragma once

#include <cstdint>

#include "vgpu/exec/program/operands.h"

namespace warpscope::exec {

struct WarpContext;
struct Operation;

/// Executes one operation for the active lanes of the running path and returns the next one, or
/// nullptr when the path cannot go on (WarpContext::stop says why).
using Handler = const Operation* (*)(WarpContext&, const Operation*);

/// Slot: place of a 32-lane value, its byte offset, a multiple of four, from the beginning of the
/// running function's registers. Lanes are contiguous (structure of arrays); a predicate is one
/// 32-bit mask. In front of the registers each frame has a preface, which no operation writes: the
/// values that are the same for the warp's whole life (thread indices, lane masks), and before them
/// those that are the same for the whole block (constants, parameters, block indices).
inline constexpr Slot kNoSlot = -1;
/// Bytes of the preface's values of the warp: three axes of the thread index and seven more rows.
inline constexpr std::int32_t kWarpValueBytes = 10 * 128;
/// True for a value that is the same in all lanes of the block.
constexpr bool is_block_wide(Slot slot) { return slot < -kWarpValueBytes; }
/// The place `bytes` behind that of `slot`.
constexpr Slot behind(Slot slot, std::uint32_t bytes) { return slot + static_cast<Slot>(bytes); }

/// The families of operands.h each have one member of a union; what is in no family uses `target`,
/// `reconverge` and `extra` as its handler defines.
struct Operation {
  Handler handler = nullptr;
  Slot d = kNoSlot, a = kNoSlot, b = kNoSlot, c = kNoSlot;
  std::int64_t immediate = 0;  ///< address offset, comparison code, mask, …: as the handler defines
  std::uint32_t instruction = 0;  ///< index into ptx::Function::body
  /// Index of this operation's access or branch counters, or of its basic block.
  std::uint32_t counter = 0;
  union {
    std::uint32_t target = 0;  ///< branches: index of the operation at the target
    std::uint32_t pieces;      ///< accesses of memory: Pieces::pack()
  };
  union {
    /// Branches: index of the operation at the immediate post-dominator.
    std::uint32_t reconverge = 0;
    AccessWays ways;  ///< loads and stores
  };
  union {
    Slot extra[4] = {kNoSlot, kNoSlot, kNoSlot, kNoSlot};
    Slot registers[4];  ///< loads and stores: by element
    AtomicOperands atomic;
    WatchOperands watch;
    AsyncCopyOperands copy;
    TileOperands tiles;
  };
};

/// `target`/`reconverge` value that means "where the thread exits".
inline constexpr std::uint32_t kNoOperation = 0xffffffff;

}  // namespace warpscope::exec
