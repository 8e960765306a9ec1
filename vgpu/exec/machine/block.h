// One block of threads in execution: shared memory, barriers and its warps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "vgpu/exec/base/permutation.h"
#include "vgpu/exec/footprint/footprint.h"
#include "vgpu/exec/launch/dimensions.h"
#include "vgpu/exec/launch/fault.h"
#include "vgpu/exec/launch/launch_options.h"
#include "vgpu/exec/machine/async_copies.h"
#include "vgpu/exec/machine/shared_writers.h"
#include "vgpu/exec/machine/stage_phases.h"
#include "vgpu/exec/machine/undefined_values.h"
#include "vgpu/exec/machine/vain_waits.h"
#include "vgpu/exec/machine/warp.h"
#include "vgpu/exec/machine/worker.h"
#include "vgpu/exec/observation/observer_fanout.h"
#include "vgpu/exec/observation/sum_watch.h"
#include "vgpu/exec/program/program.h"
#include "vgpu/exec/trace/block_tracer.h"
#include "vgpu/memory/device_memory.h"

namespace warpscope::exec {

/// An mbarrier that the program's library has named (BarrierName), and who has waited there.
struct NamedBarrier {
  std::uint32_t offset = 0;             ///< in shared memory
  bool announces_data = false;          ///< arrivals do: somebody must wait for them
  std::size_t ring = 0;                 ///< StagePhases::ring()
  bool awaited_parity = true;           ///< of the last phase that somebody has seen the end of
  const Operation* last_use = nullptr;  ///< the last arrival, or expectation of bytes
  bool parity = false;                  ///< of its phase when it was last used
  std::uint64_t phases_ended = 0;
};

/// What changes while a block runs, and what a launch that goes back must have as it was.
struct BlockValues {
  Dim3 block_index{0, 0, 0};
  std::vector<std::byte> shared;  ///< static and dynamic
  /// Threads that bar.arrive has counted, by barrier id.
  std::uint32_t arrived[16] = {};
  const Operation* last_arrival[16] = {};     ///< the last bar.arrive, by barrier id
  std::uint32_t threads_of_arrival[16] = {};  ///< for how many threads it said that the barrier is
  /// Of phases that arrivals alone have completed since somebody last waited, by barrier id.
  std::uint32_t arrived_alone[16] = {};
  /// bar.red: threads that gave a predicate, and those with a true one, by barrier id.
  std::uint32_t reducers[16] = {};
  std::uint32_t reduced_true[16] = {};
  AsyncCopies async;
  std::vector<NamedBarrier> named_barriers;
  StagePhases stage_phases;
  /// A phase of an mbarrier ended since the waiting paths were looked at.
  bool has_mbarrier_news = false;
  std::uint64_t executed = 0;      ///< instructions of this block, at the end of the last slice
  std::uint64_t clock_cycles = 0;  ///< that pauses and readings of the clock have added
  /// Reconvergence points at which lanes once waited for others that spun on what the waiting ones
  /// held: there lanes no longer wait.
  std::vector<const Operation*> open_reconvergence;
};

/// A block as its warps see it. Reused from block to block.
struct BlockContext : BlockValues {
  const Program* program = nullptr;
  const Kernel* kernel = nullptr;
  const LaunchConfiguration* configuration = nullptr;
  const LaunchOptions* options = nullptr;
  memory::DeviceMemory* memory = nullptr;
  Footprint* footprint = nullptr;
  L1Caches* l1 = nullptr;  ///< nullptr: not modelled
  Worker* worker = nullptr;
  ObserverFanout observers;
  RequestSampler* requests = nullptr;          ///< LaunchOptions::requests
  std::unique_ptr<UndefinedValues> undefined;  ///< with observers
  std::vector<SumWatch> sums;  ///< by Kernel::sum_lines, of all blocks that run here

  AlignedBytes environment;       ///< the values of Kernel::environment, as they begin a preface
  std::uint64_t local_bytes = 0;  ///< per thread
  std::int64_t slice_instructions = 0;   ///< what the last slice began with
  const WarpContext* running = nullptr;  ///< the warp that runs or ran last
  std::optional<Fault> fault;
  /// Somebody is told of accesses besides those whom a plain launch has (access/observers.h).
  bool has_more_observers = false;
  bool exchanges_nothing = false;   ///< LeftOut::lane_exchange
  bool exchanges_in_pairs = false;  ///< LeftOut::many_lane_exchange
  SharedWriters shared_writers;     ///< with LeftOut::shared_exchange
};

/// The block's number in the grid.
inline std::uint64_t linear_index(const BlockContext& block) {
  const Dim3& grid = block.configuration->grid;
  const std::uint64_t row = std::uint64_t{block.block_index.z} * grid.y + block.block_index.y;
  return row * grid.x + block.block_index.x;
}

/// What became of a block in a round.
enum class Progress : std::uint8_t {
  going_on,  ///< warps have run and can go on
  finished,
  fault,  ///< BlockContext::fault says which
};

/// A block between two rounds, to be gone on with later: a copy of all that it has.
struct BlockState {
  BlockValues values;
  std::uint32_t started = 0;
  std::uint64_t turns = 0;
  bool is_spinning = false;
  VainWaits vain_waits;
  std::vector<WarpState> warps;
};

/// Runs one block at a time, in rounds: each warp that can runs until it waits, ends or has used
/// its slice.
class BlockRunner {
 public:
  explicit BlockRunner(Worker& worker);
  ~BlockRunner();
  BlockRunner(const BlockRunner&) = delete;
  BlockRunner& operator=(const BlockRunner&) = delete;

  void begin(const Dim3& block_index);
  Progress run_round();

  /// The same, warp by warp, for who gives warps their turns by time. All warps begin.
  void start_all();
  /// How a turn of a warp ended.
  struct Turn {
    Progress progress = Progress::going_on;
    std::uint64_t executed = 0;              ///< instructions
    std::uint32_t contact = kNoInstruction;  ///< in front of which it ended
    std::optional<std::uint32_t> barrier;    ///< at which the warp waits
    bool has_ended = false;                  ///< the warp
  };
  /// Of a warp that can_run(): up to its next contact, or the one behind that if it `may_make` one,
  /// and at most about so many instructions.
  Turn run_warp(std::uint32_t warp, bool may_make, std::int64_t instructions);
  /// Lets waiting warps of the block go on, where it is time or nothing else can. False on a fault.
  bool release();
  bool can_run(std::uint32_t warp) const;

  BlockContext& context() { return block_; }
  const BlockContext& context() const { return block_; }
  /// Those that have begun and not ended, in the order of their turns.
  std::span<const std::unique_ptr<WarpStorage>> warps() const { return warps_; }
  std::vector<const WarpContext*> contexts() const;
  std::uint32_t warps_per_block() const { return warps_per_block_; }
  bool has_begun(std::uint32_t warp) const;
  bool has_started_all() const { return started_ == warps_per_block_; }
  /// A warp was seen spinning: rounds are short until the block ends.
  bool is_spinning() const { return is_spinning_; }

  /// Between two rounds.
  BlockState save() const;
  /// Makes this block what it was when this runner saved it. Throws std::runtime_error when its
  /// warps' registers no longer fit.
  void restore(const BlockState& state);
  /// Leaves the block as it is and gives its warps' registers back.
  void abandon();

 private:
  void end();
  bool is_stuck();
  WarpStorage& warp_of(std::uint32_t warp);
  void prepare_environment();
  std::byte* environment_at(Slot slot);
  void start_next_warp();
  WarpStorage& add_warp();
  void fill_preface(WarpStorage& warp, std::uint32_t warp_index);
  bool advance(WarpStorage& warp);
  std::int64_t slice_instructions();
  bool has_turns() const { return block_.kernel->has_turns; }
  /// Of LaunchOptions::interleaves.
  void begin_turn(WarpStorage& warp);
  bool is_held_up(WarpStorage& warp);
  void run_slice(WarpStorage& warp, std::int64_t instructions, bool is_same_path);
  bool spins(WarpStorage& warp);
  void end_slice(WarpStorage& warp, bool is_spinning);
  bool release_barriers();
  void complete_phases_without_waiters();
  void open_barrier(std::uint32_t id, std::uint32_t threads);
  static bool release_syncs(WarpStorage& warp);
  bool release_cluster_barrier();
  bool wake_mbarrier_waiters(bool nothing_else_runs);
  void report_deadlock();
  void report_done(const CopyDone& copy);
  void keep_unmet_arrival();
  void keep_unmet_data();
  bool keeps_unmet() const;

  Worker& worker_;
  BlockContext block_;
  std::uint32_t threads_per_block_;
  std::uint32_t warps_per_block_;
  std::uint32_t started_ = 0;
  Permutation warp_order_;   ///< LaunchOptions::schedule
  std::uint64_t turns_ = 0;  ///< that the block's warps have had
  std::vector<EnvironmentEntry> block_index_entries_;
  std::vector<std::unique_ptr<WarpStorage>> warps_;  ///< of the running block
  bool is_spinning_ = false;
  VainWaits vain_waits_;
  std::optional<BlockTracer> tracer_;  ///< LaunchOptions::trace
};

}  // namespace warpscope::exec
