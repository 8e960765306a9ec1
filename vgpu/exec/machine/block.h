// One block of threads in execution: shared memory, local memory, barriers and its warps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "vgpu/exec/access/footprint.h"
#include "vgpu/exec/launch.h"
#include "vgpu/exec/lowering/kernel.h"
#include "vgpu/exec/machine/async_copies.h"
#include "vgpu/exec/machine/warp.h"

namespace warpscope::exec {

/// What the blocks of one worker share. Reused from block to block.
struct BlockContext {
  const Program* program = nullptr;
  const Kernel* kernel = nullptr;
  const LaunchConfiguration* configuration = nullptr;
  const LaunchOptions* options = nullptr;
  memory::DeviceMemory* memory = nullptr;
  Footprint* footprint = nullptr;

  Dim3 block_index{0, 0, 0};
  std::vector<std::byte> environment;
  std::vector<std::byte> shared;                ///< static and dynamic, of the block that runs
  std::vector<AccessCounters> access_counters;  ///< by Operation::counter
  std::vector<BlockCounters> block_counters;    ///< by basic block
  std::vector<AccessCache> access_cache;
  /// Threads that bar.arrive has counted, by barrier id.
  std::uint32_t arrived[16] = {};
  /// bar.red: threads that gave a predicate, and those with a true one, by barrier id.
  std::uint32_t reducers[16] = {};
  std::uint32_t reduced_true[16] = {};
  AsyncCopies async;
  /// A phase of an mbarrier ended since the waiting paths were looked at.
  bool has_mbarrier_news = false;
  std::uint64_t executed = 0;  ///< instructions since the launch began, for the budget
  /// Meeting points at which lanes once waited for others that spun on what the waiting ones held:
  /// there lanes no longer wait.
  std::vector<const Operation*> open_meets;
  std::optional<Fault> fault;
};

/// Runs blocks one after the other.
class BlockRunner {
 public:
  BlockRunner(const Program& program, const Kernel& kernel,
              const LaunchConfiguration& configuration, const LaunchOptions& options,
              memory::DeviceMemory& memory, Footprint& footprint);
  ~BlockRunner();
  BlockRunner(const BlockRunner&) = delete;
  BlockRunner& operator=(const BlockRunner&) = delete;
  /// False when the block ended in a fault.
  bool run(const Dim3& block_index);
  /// False, with a fault, when the launch has used up its instruction budget or is canceled. run()
  /// asks now and then while warps run; to be asked between blocks too.
  bool may_go_on();
  const BlockContext& context() const { return block_; }

 private:
  struct Warp;
  void prepare_environment();
  void start(Warp& warp, std::uint32_t warp_index);
  bool advance(Warp& warp);
  bool release_barriers();
  static bool release_syncs(Warp& warp);
  static bool release_warp_barrier(WarpContext& context, std::uint32_t mask);
  bool release_cluster_barrier();
  bool wake_mbarrier_waiters(bool nothing_else_runs);
  void report_deadlock();

  BlockContext block_;
  std::uint32_t threads_per_block_;
  std::uint32_t warps_per_block_;
  std::uint32_t vain_wakes_ = 0;  ///< times in a row that only tests of mbarriers could run
  std::vector<std::unique_ptr<Warp>>
      free_warps_;  ///< the one that ended last is used next: its registers are in cache
  std::vector<std::unique_ptr<Warp>> warps_;  ///< of the running block
};

}  // namespace warpscope::exec
