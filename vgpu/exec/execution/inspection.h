// What can be seen of a launch that stands still: where each warp is, its lanes, its registers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vgpu/exec/launch/dimensions.h"
#include "vgpu/exec/launch/source_line.h"
#include "vgpu/ptx/module.h"

namespace warpscope::exec {

/// A place in the kernel.
struct CodePlace {
  std::uint32_t number = 0;                       ///< of the instruction in the kernel
  std::string_view function;                      ///< mangled
  const ptx::Instruction* instruction = nullptr;  ///< with its line in the PTX text
  SourceLine where;  ///< in the kernel's own source; line 0 without -lineinfo
};

/// A register of a function, with the values of all lanes of a warp.
struct RegisterView {
  std::string name;  ///< as the PTX has it: "%r3"
  ptx::Type type = ptx::Type::b32;
  /// False for one that only loads set which ptxas leaves out: its value is nowhere.
  bool is_kept = true;
  /// By lane; of a predicate 0 or 1.
  std::array<std::uint64_t, 32> values{};
  std::array<std::uint64_t, 32> high_values{};  ///< of 128 bits the upper half
};

/// Lanes of a warp with one program counter, or at one reconvergence point.
struct LaneGroup {
  enum class State : std::uint8_t {
    running,          ///< its instruction is executed next
    ready,            ///< can go on when it is its turn
    at_barrier,       ///< waits at bar or barrier: `barrier`
    at_sync,          ///< waits at a .sync instruction for the lanes `awaited` of its warp
    at_mbarrier,      ///< waits for a phase of the mbarrier at `mbarrier_offset` to end
    at_reconvergence  ///< waits where lanes that parted meet, or a function that was called returns
  };
  State state = State::ready;
  std::uint32_t lanes = 0;
  /// Of `lanes`, those that pass the instruction's guard as things stand; all without a guard.
  std::uint32_t enabled = 0;
  CodePlace place;                    ///< what it executes next, or waits at
  std::vector<CodePlace> calls;       ///< the calls that it is in, innermost first
  std::uint32_t barrier = 0;          ///< 16: the cluster's
  std::uint32_t barrier_threads = 0;  ///< for how many threads the barrier is; 0: all of the block
  std::uint32_t awaited = 0;
  std::uint32_t mbarrier_offset = 0;  ///< in shared memory
  std::int32_t frame = 0;             ///< number of the registers, for registers()
};

struct WarpView {
  enum class State : std::uint8_t { not_begun, begun, exited };
  std::uint32_t warp = 0;  ///< in the block
  State state = State::begun;
  std::uint32_t exited = 0;  ///< lanes; those that the block never had are among them
  std::vector<LaneGroup> groups;
};

/// A block that has begun and not ended.
struct BlockView {
  std::uint64_t number = 0;  ///< in the grid
  Dim3 index;
  std::vector<WarpView> warps;        ///< all, by number
  std::span<const std::byte> shared;  ///< valid until the launch goes on
};

struct Inspection {
  std::uint64_t step = 0;  ///< warp instructions that have been executed
  std::vector<BlockView> blocks;
  std::string_view output;  ///< of printf so far; valid until the launch goes on
};

}  // namespace warpscope::exec
