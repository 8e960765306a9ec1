// An SM: four sub-cores, each with its warps, and what they share.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "vgpu/timing/clock/block_barriers.h"
#include "vgpu/timing/clock/block_mbarriers.h"
#include "vgpu/timing/clock/front_end.h"
#include "vgpu/timing/clock/issue_queue.h"
#include "vgpu/timing/clock/launch_program.h"
#include "vgpu/timing/clock/memory_path.h"
#include "vgpu/timing/clock/stall_account.h"
#include "vgpu/timing/clock/warp.h"

namespace warpscope::timing {

class Multiprocessor {
 public:
  static constexpr std::uint32_t kSubCores = 4;

  /// All of these outlive it. `number`: of those that are timed. `stalls` gets what its warps do in
  /// each cycle.
  Multiprocessor(LaunchProgram& launch, std::uint32_t number, std::uint64_t l1_bytes, L2& l2,
                 StallAccount& stalls);

  /// A block begins; its first instruction may issue then.
  void begin(const exec::BlockTrace& block, Ticks first);
  /// Lets a sub-core issue an instruction in this cycle, if one of its warps may, and in later ones
  /// as long as nothing of another sub-core can matter. When it is to be asked again: kNoCycle when
  /// only something else can wake it.
  std::uint64_t step(std::uint32_t sub_core, std::uint64_t cycle);
  /// Sub-cores that another one has woken since the last call, with the cycle; kNoCycle: not.
  std::array<std::uint64_t, kSubCores> woken();
  /// How many blocks have ended up to this cycle, of those that the last call did not tell of.
  std::uint32_t take_ended_blocks(std::uint64_t cycle);
  /// When the last warp so far was gone.
  std::uint64_t last_cycle() const { return last_cycle_; }
  std::uint32_t resident_blocks() const { return resident_; }
  /// How long a unit was busy, of all sub-cores together; the address unit is the SM's.
  Ticks busy(Unit unit) const {
    return unit == Unit::address ? memory_.busy() : unit_busy_[static_cast<std::size_t>(unit)];
  }

 private:
  struct SubCore {
    IssueQueue queue;
    std::array<Ticks, kUnits> busy_until{};
    std::array<BusyCycles, kUnits> busy{};
    std::uint64_t wake = kNoCycle;
  };
  struct Block {
    std::uint32_t warps_left = 0;
    std::uint64_t gone = 0;  ///< the cycle in which the last of its warps so far is
    std::size_t in_timeline = LaunchTimeline::kNone;
    BlockTransfers* transfers = nullptr;  ///< nullptr: nobody wants to know
    BlockBarriers barriers;
    BlockMbarriers mbarriers;
  };
  std::uint32_t free_slot();
  std::uint64_t step_ahead(std::uint32_t sub_core, std::uint64_t cycle);
  /// Whether something comes to the SM only in a later cycle that the warp's next instruction
  /// needs: the instruction itself, or a constant. The warp is ready then.
  bool fetches(Warp& warp, std::uint32_t index, std::uint64_t cycle);
  /// Whether the warp's next instruction concerns its sub-core alone.
  bool is_local(const Warp& warp) const;
  /// When the unit of the warp's next instruction can take it.
  Ticks unit_free_at(std::uint32_t sub_core, Unit unit, Ticks now);
  /// Tells the warp's sub-core what the warp waits for.
  void show(const Warp& warp, std::uint32_t index);
  void issue(std::uint32_t sub_core, std::size_t place, std::uint64_t cycle);
  void occupy(SubCore& core, const InstructionCost& cost, Ticks now);
  /// Accounts for what the warp did before this cycle, in which it is seen to be ready.
  void settle(SubCore& core, std::size_t place, Warp& warp, std::uint64_t cycle);
  /// Notes until when the unit that has got an instruction is busy.
  void note_busy(std::uint32_t sub_core, Unit unit, std::uint64_t cycle);
  MemoryRequest memory_of(const Warp& warp, const PlannedInstruction& planned) const;
  Ticks pause_of(const Request& request) const;
  void come_to_barrier(Warp& warp, std::uint32_t index, const PlannedInstruction& planned,
                       Ticks now);
  void open(const std::vector<std::uint32_t>& warps, Ticks when);
  // multiprocessor_mbarriers.cpp
  /// When the result of an instruction that uses mbarriers is there; it may be that the warp waits.
  Ticks use_mbarriers(std::uint32_t sub_core, Warp& warp, std::uint32_t index,
                      const PlannedInstruction& planned, Ticks now);
  void copies_arrive(Warp& warp, const PlannedInstruction& planned, Ticks now);
  void copy_in_bulk(Warp& warp, const PlannedInstruction& planned, Ticks now);
  /// When the warp may go on.
  Ticks wait_for_bulk(Warp& warp, const InstructionCost& cost);
  void arrive(Warp& warp, std::uint32_t offset, std::uint32_t count, std::int64_t bytes, bool drops,
              Ticks at);
  // multiprocessor_transfers.cpp
  /// The warp has issued an instruction whose result `arrives` then.
  void note_transfer(const Warp& warp, const PlannedInstruction& planned,
                     const InstructionCost& cost, Ticks now, Ticks arrives);
  void note_opened(const Block& block, std::uint32_t barrier,
                   const std::vector<std::uint32_t>& warps, Ticks when) const;
  void note_contact(const Warp& warp, const PlannedInstruction& planned, std::uint64_t cycle,
                    std::uint64_t seen) const;
  void set_ready(Warp& warp, std::uint64_t next_cycle);
  void end(std::uint32_t sub_core, std::size_t place, Ticks now);
  void wake(std::uint32_t sub_core, std::uint64_t cycle);

  LaunchProgram& launch_;
  std::uint32_t number_;
  FrontEnd front_end_;
  MemoryPath memory_;
  Ticks way_;  ///< what leaves a sub-core is on its way so long, at least
  StallAccount& stalls_;
  std::array<SubCore, kSubCores> sub_cores_;
  std::vector<std::unique_ptr<Warp>> warps_;
  std::vector<std::uint8_t> sub_core_of_;  ///< by warp
  std::vector<std::uint32_t> free_warps_;
  std::vector<Block> blocks_;
  std::vector<std::uint32_t> free_blocks_;
  std::uint32_t resident_ = 0, ended_ = 0;
  std::vector<std::uint64_t> ending_;  ///< blocks without warps: when their stores have left
  std::uint64_t last_cycle_ = 0;
  std::array<Ticks, kUnits> unit_busy_{};
  std::uint64_t active_since_ = 0;  ///< the cycle; it has had blocks since then
};

}  // namespace warpscope::timing
