// Why warps did not issue: each cycle of each resident warp, by the instruction that it was before.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "vgpu/timing/clock/instruction_costs.h"
#include "vgpu/timing/clock/warp_spans.h"

namespace warpscope::timing {

/// What a warp did in a cycle. Names and meanings are those of Nsight Compute's warp states; the
/// states that are missing (dispatch stall, ...) the clock does not know.
enum class Stall : std::uint8_t {
  selected,            ///< it issued
  wait,                ///< the stall count of its last instruction
  long_scoreboard,     ///< a result from L1 or behind it
  short_scoreboard,    ///< any other result whose time is not fixed: shared memory, shuffles, ...
  barrier,             ///< other warps of the block
  membar,              ///< a fence
  sleeping,            ///< the end of a nanosleep
  branch_resolving,    ///< the target of a branch
  no_instruction,      ///< its next instruction was not there
  imc_miss,            ///< an operand in constant memory was not there
  math_pipe_throttle,  ///< the unit of its next instruction was busy
  lg_throttle,         ///< the queue of memory instructions was full, before global or local memory
  mio_throttle,        ///< the same before shared memory, shuffles and special functions
  tex_throttle,        ///< the same before a texture or surface
  drain,               ///< it has ended, and something that it asked of memory has not left
  not_selected         ///< it could have issued, and another warp did
};
inline constexpr std::size_t kStalls = 16;

/// "long_scoreboard": behind smsp__average_warps_issue_stalled_ in Nsight Compute.
std::string_view name(Stall stall);

/// How a warp waits for a result of an instruction that does this.
Stall scoreboard_of(Action action);
/// How a warp waits for room before its next instruction.
Stall throttle_of(const InstructionCost& next);

/// In which cycles a unit could not have taken an instruction.
class BusyCycles {
 public:
  /// It takes one in this cycle, and the next one in cycle `free` or later. Cycles in order.
  void take(std::uint64_t cycle, std::uint64_t free) {
    const std::uint64_t from = cycle + 1 > until_ ? cycle + 1 : until_;
    if (free <= from) return;
    sum_ += free - from;
    until_ = free;
  }
  /// How many before this cycle, which is not earlier than that of the last instruction.
  std::uint64_t before(std::uint64_t cycle) const {
    return sum_ - (until_ > cycle ? until_ - cycle : 0);
  }

 private:
  std::uint64_t sum_ = 0, until_ = 0;
};

/// What a warp waits for, one after the other, before its next instruction.
struct WarpWait {
  std::uint64_t since = 0;          ///< the first cycle that is not accounted for
  std::uint64_t fixed_until = 0;    ///< by its last instruction alone
  std::uint64_t stopped_until = 0;  ///< by what its last instruction waits for itself
  Stall stopped = Stall::barrier;
  std::uint32_t stopped_by = 0;      ///< the instruction whose result that is, or itself
  std::uint64_t resolved_until = 0;  ///< by the target of a branch
  std::uint64_t fetched_until = 0;   ///< by its next instruction
  std::uint64_t scoreboards_until = 0;
  std::uint32_t set_by = 0;    ///< the instruction that sets the scoreboard which is released last
  std::uint32_t last = 0;      ///< its last instruction
  WarpSpans* spans = nullptr;  ///< what it does is told there, too
};

class StallAccount {
 public:
  using Cycles = std::array<std::uint64_t, kStalls>;
  struct Cause {
    std::uint32_t instruction = 0;
    std::uint64_t cycles = 0;
    std::uint64_t times = 0;
  };
  /// Of one instruction of machine code.
  struct Row {
    Cycles cycles{};            ///< by Stall
    std::vector<Cause> causes;  ///< of its scoreboards: which instructions it waited for
  };

  /// `costs`: of the kernel's machine code; they outlive it.
  explicit StallAccount(std::span<const InstructionCost> costs)
      : costs_(costs), rows_(costs.size()) {}

  /// The warp waited from wait.since on for what stands there, up to `cycle`, where it is before
  /// `instruction`; of the cycles that remain the unit was busy in so many, and in so many of these
  /// the way out of the sub-core was full for all. since is then `cycle`.
  void settle(WarpWait& wait, std::uint32_t instruction, std::uint64_t cycle, std::uint64_t busy,
              std::uint64_t full = 0) {
    if (wait.since < cycle) settle_some(wait, instruction, cycle, busy, full);
  }
  /// The instruction comes to the SM in cycle `there`.
  void fetch(WarpWait& wait, std::uint32_t instruction, std::uint64_t there) {
    spend(wait, instruction, Stall::no_instruction, there);
  }
  /// A constant that is an operand of the instruction comes to the SM in cycle `there`.
  void fetch_constant(WarpWait& wait, std::uint32_t instruction, std::uint64_t there) {
    spend(wait, instruction, Stall::imc_miss, there);
  }
  /// The warp has issued its last instruction, and is gone in cycle `gone`.
  void end(WarpWait& wait, std::uint64_t gone);
  void issue(WarpWait& wait, std::uint32_t instruction, std::uint64_t cycle) {
    add(instruction, Stall::selected, 1);
    tell(wait, Stall::selected, 1);
    wait.since = cycle + 1;
    wait.last = instruction;
  }
  /// A warp was resident for so many cycles, until it is gone.
  void end_warp(std::uint64_t cycles) {
    warp_cycles_ += cycles;
    ++warps_;
  }
  /// An SM had blocks for so many cycles.
  void add_sm_cycles(std::uint64_t cycles) { sm_cycles_ += cycles; }

  std::span<const Row> rows() const { return rows_; }
  Cycles sum() const;
  /// The same as that of sum() when all warps have ended.
  std::uint64_t warp_cycles() const { return warp_cycles_; }
  std::uint64_t warps() const { return warps_; }
  std::uint64_t sm_cycles() const { return sm_cycles_; }

 private:
  void add(std::uint32_t instruction, Stall stall, std::uint64_t cycles) {
    rows_[instruction].cycles[static_cast<std::size_t>(stall)] += cycles;
  }
  static void tell(const WarpWait& wait, Stall stall, std::uint64_t cycles) {
    if (wait.spans != nullptr) wait.spans->add(stall, cycles);
  }
  void add_cause(std::uint32_t instruction, std::uint32_t cause, std::uint64_t cycles);
  /// The warp is in this state from wait.since on up to `until`, which is since then. How long.
  std::uint64_t spend(WarpWait& wait, std::uint32_t instruction, Stall stall, std::uint64_t until) {
    if (until <= wait.since) return 0;
    const std::uint64_t cycles = until - wait.since;
    add(instruction, stall, cycles);
    tell(wait, stall, cycles);
    wait.since = until;
    return cycles;
  }
  void settle_some(WarpWait& wait, std::uint32_t instruction, std::uint64_t cycle,
                   std::uint64_t busy, std::uint64_t full);

  std::span<const InstructionCost> costs_;
  std::vector<Row> rows_;
  std::uint64_t warp_cycles_ = 0, warps_ = 0, sm_cycles_ = 0;
};

}  // namespace warpscope::timing
