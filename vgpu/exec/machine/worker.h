// What one thread of the host needs to run blocks of a launch: its own counters and pools.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "vgpu/counting/l1_cache.h"
#include "vgpu/counting/time_tables.h"
#include "vgpu/exec/footprint/footprint.h"
#include "vgpu/exec/launch/block_sample.h"
#include "vgpu/exec/launch/launch_options.h"
#include "vgpu/exec/launch/stage_phase.h"
#include "vgpu/exec/launch/unmet_arrival.h"
#include "vgpu/exec/machine/device_launches.h"
#include "vgpu/exec/machine/memory_changes.h"
#include "vgpu/exec/machine/warp.h"
#include "vgpu/exec/program/program.h"

namespace warpscope::exec {

class StagePhases;  // machine/stage_phases.h

/// A warp's registers and local memory, used again when the warp has ended.
struct WarpStorage {
  WarpContext context;
  AlignedBytes local;
  bool has_preface = false;  ///< what does not change from block to block is in the entry's frame
  bool is_finished() const { return context.alive == 0; }
};

/// One launch, as all its workers see it.
struct LaunchContext {
  const Program& program;
  const Kernel& kernel;
  const LaunchConfiguration& configuration;
  const LaunchOptions& options;
  memory::DeviceMemory& memory;
  BlockSample blocks{configuration.grid.count(), 0};  ///< that run
  std::uint64_t local_bytes = 0;                      ///< per thread
  /// Address of the two words by which cooperative groups make a grid wait for itself: their size,
  /// and the barrier. 0 unless the launch is cooperative.
  std::uint64_t grid_workspace = 0;
  bool is_parallel = false;  ///< more than one worker runs: atomics must be the host's atomics
  std::mutex canceling{};    ///< one worker at a time asks LaunchOptions::is_canceled
  std::atomic<std::uint64_t> executed{0};  ///< warp instructions that the workers have reported
  std::atomic<std::uint64_t> finished_blocks{0};  ///< as far as the workers have reported
  std::atomic<std::uint64_t> state_bytes{0};      ///< see LaunchOptions::most_state_bytes

  /// Makes sure that `place` has `size_bytes`; false, and nothing done, when the launch's state
  /// would be larger than its limit.
  bool reserve_state(AlignedBytes& place, std::uint64_t size_bytes);
  /// What the warps of a block that begins reserve.
  std::uint64_t state_bytes_of_block() const;
};

/// What a worker has counted and gathered so far. Not the footprint: what is marked there twice is
/// marked once.
struct WorkerState {
  std::vector<AccessCounters> access_counters;
  std::vector<BlockCounters> block_counters;
  std::string output;
  std::optional<UnmetArrival> unmet_arrival;
  std::vector<StagePhase> stage_phases;
  std::uint64_t stage_phases_left_out = 0;
  std::uint64_t unreported = 0, executed = 0, longest_warp = 0;
  std::int64_t slice_instructions = 0;
  TimeTables time_tables;
};

class Worker {
 public:
  /// `undo`: for one of several that run together; `number`: which of them.
  explicit Worker(LaunchContext& launch, UndoLog* undo = nullptr, std::uint32_t number = 0);
  LaunchContext& launch() { return launch_; }

  /// False, with `fault`, when the launch has used up its instruction budget or is canceled.
  /// `block` is the one that runs now; the fault names its place.
  bool may_go_on(BlockContext& block);

  /// Whether may_go_on() is to be asked: asking takes longer than a short turn.
  bool is_time_to_ask() const {
    constexpr std::uint64_t kInstructions = 1 << 13;
    return unreported >= kInstructions || is_over_budget();
  }

  /// Instructions of the launch, with what this worker has not reported.
  std::uint64_t executed() const;

  /// True when the launch, with what this worker has not reported, exceeds its instruction budget.
  bool is_over_budget() const;

  /// Of the only worker of a launch without L1 caches whose kernel launches none.
  WorkerState save() const;
  void restore(const WorkerState& state);

  /// Adds what a block of it has done with the buffers of its rings.
  void keep(const StagePhases& phases);

  /// Adds what another one has counted, and makes that one count from zero.
  void take_counts(Worker& other);
  /// Takes what another one's footprint has kept.
  void take_footprint(Worker& other);
  /// Of all blocks of the launch; to be called once.
  Footprint::Counts count_footprints();
  /// Of all blocks of the launch, after count_footprints().
  TouchedMemory touched() const;
  /// Counts the memory that this worker's blocks, and those taken from others, have touched as
  /// written, where that is kept count of (memory::Allocation::written).
  void mark_touched_as_written() const;
  /// Takes another one's idle warps: their registers are in memory already.
  void take_idle_warps(Worker& other);
  /// Of the idle warps' registers and local memory.
  std::uint64_t idle_state_bytes() const;

  std::unique_ptr<WarpStorage> take_warp();
  void give_back(std::unique_ptr<WarpStorage> warp);

  /// By warp of the block: the values of Kernel::warp_entries, as they end a preface.
  std::vector<AlignedBytes> warp_values;
  std::vector<AccessCounters> access_counters;  ///< by site
  /// What of these is in the trace already; empty: the launch is not traced.
  std::vector<AccessCounters> traced_counters;
  std::vector<BlockCounters> block_counters;  ///< by basic block
  TimeTables time_tables;
  std::vector<AccessCache> access_cache;
  Footprint footprint;
  MemoryChanges changes;                      ///< with observers
  std::unique_ptr<UndoWriter> undo;           ///< nullptr: what is overwritten need not be saved
  std::unique_ptr<L1Caches> l1;               ///< nullptr: not modelled
  std::string output;                         ///< of printf on the device
  std::optional<UnmetArrival> unmet_arrival;  ///< of the first block that has one
  std::vector<StagePhase> stage_phases;       ///< of the first blocks
  std::uint64_t stage_phases_left_out = 0;    ///< of all others
  DeviceLaunches launches;                    ///< of grids, by the kernel
  std::uint64_t unreported = 0;    ///< warp instructions that LaunchContext::executed lacks
  std::uint64_t longest_warp = 0;  ///< instructions of the warp that has executed most
  /// Instructions that a warp runs before the others get a turn.
  std::int64_t slice_instructions;

 private:
  void prepare_warp_values(std::uint32_t warp_index);

  LaunchContext& launch_;
  std::vector<std::unique_ptr<WarpStorage>> free_warps_;
  std::vector<Footprint> others_;  ///< what ran on several workers
};

}  // namespace warpscope::exec
