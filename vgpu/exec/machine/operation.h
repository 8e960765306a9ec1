// A decoded instruction: what the machine's inner loop reads.
#pragma once

#include <cstdint>

namespace warpscope::exec {

struct WarpContext;
struct Operation;

/// Executes one operation for the active lanes of the running path and returns the next one, or
/// nullptr when the path cannot go on (WarpContext::stop says why).
using Handler = const Operation* (*)(WarpContext&, const Operation*);

/// Place of a 32-lane value: byte offset, a multiple of four, plus the number of the store that it
/// lies in. Lanes are contiguous (structure of arrays); a predicate is one 32-bit mask.
using Slot = std::int32_t;
inline constexpr Slot kNoSlot = -1;
/// The stores, as indices into WarpContext::origin.
enum class Store : std::uint8_t {
  frame,        ///< registers of the function that runs
  environment,  ///< the same for the whole block: constants, parameters, block indices
  warp,         ///< the same for the warp's whole life: thread indices, lane masks
};
inline constexpr std::uint32_t kStoreCount = 3;
constexpr Slot make_slot(Store store, std::uint32_t offset) {
  return static_cast<Slot>(offset | static_cast<std::uint32_t>(store));
}
constexpr Store store_of(Slot slot) { return static_cast<Store>(slot & 3); }
constexpr std::uint32_t offset_of(Slot slot) { return static_cast<std::uint32_t>(slot & ~3); }
/// The place `bytes` behind that of `slot`.
constexpr Slot behind(Slot slot, std::uint32_t bytes) { return slot + static_cast<Slot>(bytes); }

struct Operation {
  Handler handler = nullptr;
  Slot d = kNoSlot, a = kNoSlot, b = kNoSlot, c = kNoSlot;
  std::int64_t immediate = 0;  ///< address offset, comparison code, mask, …: as the handler defines
  std::uint32_t instruction = 0;  ///< index into ptx::Function::body
  std::uint32_t counter =
      0;  ///< index of this operation's access or branch counters, or of its basic block
  std::uint32_t target = 0;  ///< branches: index of the operation at the target
  std::uint32_t reconverge =
      0;  ///< branches: index of the operation at the immediate post-dominator
  Slot extra[4] = {kNoSlot, kNoSlot, kNoSlot, kNoSlot};  ///< further elements of a vector access
};

/// `target`/`reconverge` value that means "where the thread exits".
inline constexpr std::uint32_t kNoOperation = 0xffffffff;

}  // namespace warpscope::exec
