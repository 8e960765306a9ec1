#include "vgpu/exec/sample_watch.h"

#include <algorithm>
#include <set>

#include "vgpu/exec/access/request_sampler.h"
#include "vgpu/exec/analysis/ordering.h"
#include "vgpu/exec/base/permutation.h"
#include "vgpu/exec/checks/checker.h"
#include "vgpu/exec/footprint/undo_log.h"
#include "vgpu/exec/launch_result.h"
#include "vgpu/exec/machine/worker.h"
#include "vgpu/exec/program/program.h"
#include "vgpu/exec/scheduling/in_order.h"
#include "vgpu/exec/scheduling/worker_pool.h"

namespace warpscope::exec {
namespace {

constexpr std::uint64_t kGroups = 8, kFirstBlocks = 32;
// Behind the first blocks up to so many more, and blocks that are up to so far apart.
constexpr std::uint64_t kMoreBlocks = 32, kFarthest = 64;
// About a hundredth of a second.
constexpr std::uint64_t kMostInstructionsOfSample = 1 << 18;
constexpr std::uint64_t kMostSavedBytes = std::uint64_t{16} << 20;

bool can_be_put_back(const Kernel& kernel, const memory::DeviceMemory& memory) {
  bool is_possible =
      std::all_of(kernel.functions.begin(), kernel.functions.end(),
                  [](const LoweredFunction& lowered) { return can_be_undone(*lowered.function); });
  memory.for_each_live([&](const memory::Allocation& allocation) {
    is_possible = is_possible && !allocation.is_adopted && !allocation.is_on_heap;
  });
  return is_possible;
}

}  // namespace

std::vector<std::uint64_t> sampled_blocks(const Dim3& grid, bool may_wait, std::uint64_t seed) {
  const std::uint64_t all = grid.count();
  std::set<std::uint64_t> chosen;
  if (may_wait) {
    const std::uint64_t count = std::min(all, kFirstBlocks + scrambled(seed) % kMoreBlocks);
    for (std::uint64_t block = 0; block < count; ++block) chosen.insert(block);
    return {chosen.begin(), chosen.end()};
  }
  const std::uint64_t row = grid.y * grid.z > 1 ? grid.x : 2;
  const std::uint64_t distance = 1 + scrambled(seed) % kFarthest;
  // The others lie anywhere in parts of the same length, so that no block is never watched.
  const std::uint64_t part = std::max<std::uint64_t>(all / (kGroups - 2), 1);
  for (std::uint64_t group = 0; group < kGroups; ++group) {
    const std::uint64_t in_part = scrambled(seed + group) % part;
    const std::uint64_t first = group == 0 ? 0
                                : group + 1 == kGroups
                                    ? all - 1
                                    : std::min((group - 1) * part + in_part, all - 1);
    for (const std::uint64_t offset :
         {std::uint64_t{0}, std::uint64_t{1}, row, row + 1, distance}) {
      chosen.insert(std::min(first + offset, all - 1));
      if (first >= offset) chosen.insert(first - offset);
    }
  }
  return {chosen.begin(), chosen.end()};
}

namespace {

// What a sample that is watched is given of what the launch is given.
LaunchOptions options_of_sample(const LaunchOptions& options) {
  LaunchOptions watched;
  watched.is_canceled = options.is_canceled;
  watched.stack_bytes = options.stack_bytes;
  watched.output_bytes = options.output_bytes;
  watched.textures = options.textures;
  watched.resident_blocks = options.resident_blocks;
  watched.sm_count = options.sm_count;
  watched.sm_clock_hz = options.sm_clock_hz;
  watched.sm = options.sm;
  watched.grid_number = options.grid_number;
  watched.instruction_budget = kMostInstructionsOfSample;
  return watched;
}

struct RunSample {
  std::optional<Fault> fault;
  std::vector<AccessCounters> counted;  ///< by site
};

// Runs these blocks and puts memory back.
RunSample run_sample(LaunchContext& context, const std::vector<std::uint64_t>& blocks,
                     const LaunchOptions& options) {
  context.blocks = BlockSample(blocks);
  context.local_bytes = local_bytes_of(context.kernel, context.options);
  UndoPool own_pool;
  UndoLog log(options.worker_pool != nullptr ? options.worker_pool->undo : own_pool,
              {.saved_bytes = kMostSavedBytes});
  Worker worker(context, &log);
  RunSample run{InOrder(context, worker, 0).run(), {}};
  worker.undo->restore();
  run.counted = std::move(worker.access_counters);
  return run;
}

}  // namespace

std::vector<Violation> watch_sample(const Program& program, std::string_view kernel_name,
                                    const LaunchConfiguration& configuration,
                                    memory::DeviceMemory& memory, const LaunchOptions& options) {
  const Kernel& kernel = program.kernel(kernel_name, {KernelUse::observed});
  if (options.is_cooperative || !can_be_put_back(kernel, memory)) return {};
  LaunchOptions watched = options_of_sample(options);
  checks::Checker checker(
      program, kernel, memory, configuration,
      {.most_accesses = options.most_checked_accesses, .has_all_blocks = false});
  watched.observers.push_back(&checker);
  LaunchContext context{program, kernel, configuration, watched, memory};
  const RunSample run = run_sample(
      context, sampled_blocks(configuration.grid, kernel.may_wait_for_blocks, options.sample_seed),
      options);
  // The launch itself tells of a fault, and what the blocks have done until then may be its reason.
  if (run.fault && run.fault->kind != Fault::Kind::instruction_budget) return {};
  return checker.take_violations(false);
}

SampledRequests sample_requests(const Program& program, std::string_view kernel_name,
                                const LaunchConfiguration& configuration,
                                memory::DeviceMemory& memory, const LaunchOptions& options) {
  const Kernel& kernel = program.kernel(kernel_name, {KernelUse::observed});
  if (options.is_cooperative || !can_be_put_back(kernel, memory)) return {};
  LaunchOptions watched = options_of_sample(options);
  RequestSampler requests(program, kernel, memory,
                          kernel.shared_bytes + configuration.dynamic_shared_bytes);
  watched.requests = &requests;
  watched.observers.push_back(&requests);
  const auto blocks = sampled_blocks(configuration.grid, kernel.may_wait_for_blocks, 0);
  LaunchContext context{program, kernel, configuration, watched, memory};
  const RunSample run = run_sample(context, blocks, options);
  return requests.finish(run.counted);
}

}  // namespace warpscope::exec
