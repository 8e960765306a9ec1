#include "vgpu/timing/kernel_time.h"

#include <algorithm>
#include <cmath>

namespace warpscope::timing {
namespace {

using exec::Counter;
constexpr std::uint64_t kSectorBytes = 32;

/// What the hardware would do for one launch, summed.
struct Work {
  double warp_instructions = 0, memory_instructions = 0;
  double sectors = 0, atomic_sectors = 0, shared_wavefronts = 0;
  double global_loads = 0, shared_loads = 0, barriers = 0;
};

Work work_of(const exec::CounterValues& counters) {
  const auto value = [&](Counter counter) { return static_cast<double>(counters[counter]); };
  Work work;
  work.warp_instructions = value(Counter::inst_executed);
  work.global_loads =
      value(Counter::global_load_instructions) + value(Counter::global_atomic_instructions);
  work.shared_loads = value(Counter::shared_load_instructions) +
                      value(Counter::matrix_load_instructions) +
                      value(Counter::shared_atomic_instructions);
  work.barriers = value(Counter::barriers);
  work.memory_instructions = work.global_loads + work.shared_loads +
                             value(Counter::global_store_instructions) +
                             value(Counter::shared_store_instructions);
  work.sectors = value(Counter::global_load_sectors) + value(Counter::global_store_sectors);
  work.atomic_sectors =
      value(Counter::global_atomic_sectors) + value(Counter::global_reduction_sectors);
  // A shared atomic counts as one wavefront, though Counter::shared_atomic_wavefronts may be more:
  // the H200's launches to which the model is fitted were measured without that counter
  // (tests/golden/h200/access_patterns_h200.csv).
  work.shared_wavefronts = value(Counter::shared_load_wavefronts) +
                           value(Counter::shared_store_wavefronts) +
                           value(Counter::shared_atomic_instructions);
  return work;
}

}  // namespace

std::uint32_t resident_blocks_per_sm(const Profile& profile, const LaunchShape& shape) {
  return std::max(1U, arch::occupancy(profile.sm, shape.block).blocks());
}

KernelTime model_kernel(const Profile& profile, const LaunchShape& shape,
                        const exec::LaunchResult& result) {
  const Work work = work_of(result.counters);
  const Profile::Sm& sm = profile.sm;
  KernelTime time;
  const double blocks = static_cast<double>(std::max<std::uint64_t>(shape.blocks, 1));
  const double warps =
      blocks * static_cast<double>(std::max<std::uint64_t>(1, arch::warps_of(shape.block.threads)));
  // Work is spread over the SMs that got a block.
  const double sms = std::min<double>(blocks, sm.count);
  const double cycles_per_s = sm.clock_hz * sms;

  // Throughput of each stage.
  // Reads come in granules (rule R15), writes are merged in L2.
  const std::uint64_t read_bytes =
      std::max(result.distinct_read_sectors * kSectorBytes,
               result.distinct_read_granules * std::uint64_t{profile.memory.dram_granule_bytes});
  time.dram_bytes = read_bytes + result.distinct_written_sectors * kSectorBytes;
  time.dram_s = static_cast<double>(time.dram_bytes) /
                (profile.memory.dram_bytes_per_s * profile.memory.dram_efficiency);
  time.l2_s = work.sectors * static_cast<double>(kSectorBytes) / profile.memory.l2_bytes_per_s;
  time.atomics_s = std::max(
      {static_cast<double>(result.time.longest_atomic_queue) * profile.memory.atomic_sector_s,
       static_cast<double>(result.time.longest_float_queue) * profile.memory.float_atomic_s,
       work.atomic_sectors / profile.memory.atomic_sectors_per_s});
  time.l1_s = std::max(work.sectors / sm.l1_sectors_per_cycle,
                       work.memory_instructions / sm.memory_instructions_per_cycle) /
              cycles_per_s;
  time.shared_s = work.shared_wavefronts / sm.shared_wavefronts_per_cycle / cycles_per_s;
  time.issue_s = work.warp_instructions / sm.warp_instructions_per_cycle / cycles_per_s;

  // Latency: a warp does its work in order; blocks that do not fit at once run in waves.
  const Profile::Latency& latency = profile.latency;
  const double warp_cycles =
      (work.warp_instructions * latency.dependent_instruction_cycles +
       work.global_loads * latency.global_load_cycles +
       work.shared_loads * latency.shared_load_cycles + work.barriers * latency.barrier_cycles) /
      warps;
  const double slots = static_cast<double>(resident_blocks_per_sm(profile, shape)) * sm.count;
  const double waves = std::max(1.0, blocks / slots);
  time.latency_s = waves * warp_cycles / sm.clock_hz;

  // The first data arrive a round trip after they were asked for.
  const double round_trip_s = work.global_loads > 0 ? latency.global_load_cycles / sm.clock_hz : 0;
  const double global_s = std::max(
      time.latency_s, round_trip_s + std::max({time.dram_s, time.l2_s, time.l1_s, time.atomics_s}));
  // Shared-memory and global phases of a block overlap only with other waves' phases.
  const double longest = std::max({global_s, time.shared_s, time.issue_s});
  const double hidden = std::min(global_s, time.shared_s) / waves;
  time.duration_s = profile.launch.kernel_floor_s + longest + hidden;
  return time;
}

}  // namespace warpscope::timing
