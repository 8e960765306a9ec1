#include "vgpu/exec/launch_result.h"

#include <algorithm>
#include <map>

#include "vgpu/exec/patterns/code_patterns.h"
#include "vgpu/exec/program/program.h"

namespace warpscope::exec {
namespace {

// Adds the sectors of loads that were found in L1.
void add_hits(CounterValues& values, AccessSite::Kind kind, std::uint64_t sectors,
              std::uint64_t hits) {
  if (kind == AccessSite::Kind::global_load) {
    values[Counter::global_load_hits] += hits;
    values[Counter::global_load_misses] += sectors - hits;
  }
  if (kind == AccessSite::Kind::local_load) {
    values[Counter::local_load_hits] += hits;
    values[Counter::local_load_misses] += sectors - hits;
  }
}

// The sums of a site by what they are for its kind.
using Sum = std::uint64_t (*)(AccessCounters);
constexpr Sum kInstructions = [](AccessCounters c) { return c.instructions; };
constexpr Sum kRequests = [](AccessCounters c) { return c.requests; };
constexpr Sum kBytes = [](AccessCounters c) { return c.bytes; };
constexpr Sum kSectors = [](AccessCounters c) { return c.sectors(); };
constexpr Sum kIdealSectors = [](AccessCounters c) { return c.ideal_sectors(); };
constexpr Sum kReductionSectors = [](AccessCounters c) { return c.reduction_sectors(); };
constexpr Sum kWavefronts = [](AccessCounters c) { return c.wavefronts(); };
constexpr Sum kConflicts = [](AccessCounters c) { return c.conflicts(); };
constexpr Sum kConstantRequests = [](AccessCounters c) { return c.constant_requests(); };
constexpr Sum kReplays = [](AccessCounters c) { return c.replays(); };
constexpr Sum kDivergences = [](AccessCounters c) { return c.divergences(); };

// A sum of sites of one kind, and the counter to which it adds.
struct SiteCounter {
  AccessSite::Kind kind;
  Sum sum;
  Counter counter;
};
using Kind = AccessSite::Kind;
constexpr SiteCounter kSiteCounters[] = {
    {Kind::global_load, kInstructions, Counter::global_load_instructions},
    {Kind::global_load, kRequests, Counter::global_load_requests},
    {Kind::global_load, kSectors, Counter::global_load_sectors},
    {Kind::global_load, kIdealSectors, Counter::global_load_sectors_ideal},
    {Kind::global_load, kBytes, Counter::global_load_bytes},
    {Kind::global_store, kInstructions, Counter::global_store_instructions},
    {Kind::global_store, kRequests, Counter::global_store_requests},
    {Kind::global_store, kSectors, Counter::global_store_sectors},
    {Kind::global_store, kIdealSectors, Counter::global_store_sectors_ideal},
    {Kind::global_store, kBytes, Counter::global_store_bytes},
    {Kind::global_atomic, kInstructions, Counter::global_atomic_instructions},
    {Kind::global_atomic, kRequests, Counter::global_atomic_requests},
    {Kind::global_atomic, kSectors, Counter::global_atomic_sectors},
    {Kind::global_atomic, kBytes, Counter::atomic_bytes},
    {Kind::global_reduction, kInstructions, Counter::global_atomic_instructions},
    {Kind::global_reduction, kRequests, Counter::global_reduction_requests},
    {Kind::global_reduction, kSectors, Counter::global_reduction_sectors},
    {Kind::global_reduction, kBytes, Counter::atomic_bytes},
    {Kind::asynchronous_copy, kInstructions, Counter::asynchronous_copy_instructions},
    {Kind::asynchronous_copy, kConflicts, Counter::shared_bank_conflicts},
    {Kind::shared_load, kInstructions, Counter::shared_load_instructions},
    {Kind::shared_load, kWavefronts, Counter::shared_load_wavefronts},
    {Kind::shared_load, kConflicts, Counter::shared_load_bank_conflicts},
    {Kind::shared_load, kConflicts, Counter::shared_bank_conflicts},
    {Kind::shared_store, kInstructions, Counter::shared_store_instructions},
    {Kind::shared_store, kWavefronts, Counter::shared_store_wavefronts},
    {Kind::shared_store, kConflicts, Counter::shared_store_bank_conflicts},
    {Kind::shared_store, kConflicts, Counter::shared_bank_conflicts},
    {Kind::shared_atomic, kInstructions, Counter::shared_atomic_instructions},
    {Kind::shared_atomic, kBytes, Counter::atomic_bytes},
    {Kind::shared_atomic, kWavefronts, Counter::shared_atomic_wavefronts},
    {Kind::shared_atomic, kConflicts, Counter::shared_atomic_bank_conflicts},
    {Kind::shared_atomic, kConflicts, Counter::shared_bank_conflicts},
    {Kind::matrix_load, kInstructions, Counter::matrix_load_instructions},
    {Kind::matrix_load, kWavefronts, Counter::shared_load_wavefronts},
    {Kind::matrix_load, kConflicts, Counter::shared_load_bank_conflicts},
    {Kind::matrix_load, kConflicts, Counter::shared_bank_conflicts},
    {Kind::matrix_store, kWavefronts, Counter::shared_store_wavefronts},
    {Kind::matrix_store, kConflicts, Counter::shared_store_bank_conflicts},
    {Kind::matrix_store, kConflicts, Counter::shared_bank_conflicts},
    {Kind::local_load, kInstructions, Counter::local_load_instructions},
    {Kind::local_load, kSectors, Counter::local_load_sectors},
    {Kind::local_store, kInstructions, Counter::local_store_instructions},
    {Kind::local_store, kSectors, Counter::local_store_sectors},
    {Kind::constant_load, kInstructions, Counter::constant_load_instructions},
    {Kind::constant_load, kConstantRequests, Counter::constant_load_requests},
    {Kind::constant_load, kReplays, Counter::constant_load_replays},
    {Kind::branch, kInstructions, Counter::branches},
    {Kind::branch, kDivergences, Counter::divergent_branches},
    {Kind::barrier, kInstructions, Counter::barriers},
    {Kind::image, kRequests, Counter::image_requests},
    {Kind::image, kSectors, Counter::image_sectors},
    {Kind::image_reduction, kRequests, Counter::image_requests},
    {Kind::image_reduction, kSectors, Counter::image_sectors},
    {Kind::image_reduction, kRequests, Counter::other_reduction_requests},
    {Kind::image_reduction, kReductionSectors, Counter::other_reduction_sectors},
    {Kind::bulk_copy, kRequests, Counter::bulk_copies},
    {Kind::bulk_copy, kSectors, Counter::bulk_copy_sectors},
    {Kind::bulk_reduction, kRequests, Counter::bulk_copies},
    {Kind::bulk_reduction, kSectors, Counter::bulk_copy_sectors},
    {Kind::bulk_reduction, kRequests, Counter::other_reduction_requests},
    {Kind::bulk_reduction, kSectors, Counter::other_reduction_sectors},
};

// Adds what one access site counted to the counters of its kind.
void add_site(CounterValues& values, AccessSite::Kind kind, const AccessCounters& counters) {
  for (const SiteCounter& row : kSiteCounters) {
    if (row.kind == kind) values[row.counter] += row.sum(counters);
  }
}

// What an access site brought into registers whose values are used there, not only stored.
std::uint64_t used_load_bytes(const AccessSite& site, AccessCounters c) {
  constexpr std::uint64_t kSectorBytes = 32;
  switch (site.kind) {
    case AccessSite::Kind::global_load:
      return site.is_result_used ? c.bytes : 0;
    case AccessSite::Kind::global_atomic:
    case AccessSite::Kind::constant_load:
      return c.bytes;
    case AccessSite::Kind::image:
      return kSectorBytes * c.sectors();
    default:
      return 0;
  }
}

// Counts what nothing needed of what each function executed.
void add_without_use(const Kernel& kernel, std::vector<CounterValues>& by_instruction) {
  for (const LoweredFunction& lowered : kernel.functions) {
    std::vector<std::uint64_t> executions(lowered.function->body.size());
    for (std::uint32_t i = 0; i < executions.size(); ++i)
      executions[i] = by_instruction[lowered.first_instruction + i][Counter::inst_executed];
    const auto without_use = kernel.use_in_runs.without_use(*lowered.function, executions);
    for (std::uint32_t i = 0; i < executions.size(); ++i) {
      if (!without_use[i]) continue;
      CounterValues& values = by_instruction[lowered.first_instruction + i];
      values[Counter::inst_executed_without_use] += values[Counter::inst_executed];
      values[Counter::thread_inst_executed_without_use] += values[Counter::thread_inst_executed];
    }
  }
}

// Counts per instruction, then per source line and in sum.
void collect(const Program& program, const Kernel& kernel, Worker& worker, LaunchResult& result) {
  std::vector<CounterValues> by_instruction =
      counts_by_instruction(kernel, worker.access_counters, worker.block_counters);
  for (std::size_t i = 0; worker.l1 != nullptr && i < kernel.sites.size(); ++i) {
    const AccessSite& site = kernel.sites[i];
    add_hits(by_instruction[site.instruction], site.kind, worker.access_counters[i].sectors(),
             worker.l1->hits(i));
  }
  std::map<SourceLine, CounterValues> by_line;
  for (std::uint32_t k = 0; k < by_instruction.size(); ++k) {
    const CounterValues& values = by_instruction[k];
    if (std::all_of(values.values.begin(), values.values.end(),
                    [](std::uint64_t value) { return value == 0; }))
      continue;
    result.counters += values;
    const SourceLine line =
        attribute(program, *kernel.function_of(k).function, kernel.instruction(k));
    if (line.line != 0) by_line[line] += values;
  }
  for (const auto& [line, values] : by_line) result.lines.push_back({line, values});
  if (kernel.code_patterns.empty()) return;
  std::vector<std::uint64_t> executions(by_instruction.size());
  for (std::size_t k = 0; k < executions.size(); ++k)
    executions[k] = by_instruction[k][Counter::inst_executed];
  for (const CodePattern& pattern : kernel.code_patterns) {
    const std::uint64_t lost = patterns::lost_executions(pattern, executions);
    if (lost != 0) result.patterns.push_back({pattern.where, pattern.metric, lost});
  }
}

}  // namespace

std::uint64_t local_bytes_of(const Kernel& kernel, const LaunchOptions& options) {
  const std::uint64_t stack_bytes =
      kernel.has_unbounded_calls ? (options.stack_bytes + 15) / 16 * 16 : 0;
  return kernel.local_bytes + stack_bytes;
}

std::vector<CounterValues> counts_by_instruction(const Kernel& kernel,
                                                 std::span<const AccessCounters> sites,
                                                 std::span<const BlockCounters> blocks) {
  const LoweredFunction& last = kernel.functions.back();
  std::vector<CounterValues> by_instruction(last.first_instruction + last.function->body.size());
  for (std::size_t i = 0; i < kernel.blocks.size(); ++i) {
    const BasicBlock& basic = kernel.blocks[i];
    for (std::uint32_t k = basic.first; k < basic.end; ++k) {
      by_instruction[k][Counter::inst_executed] += blocks[i].executions;
      by_instruction[k][Counter::thread_inst_executed] += blocks[i].lanes;
    }
  }
  for (std::size_t i = 0; i < kernel.sites.size(); ++i) {
    const AccessSite& site = kernel.sites[i];
    CounterValues& values = by_instruction[site.instruction];
    add_site(values, site.kind, sites[i]);
    values[Counter::used_load_bytes] += used_load_bytes(site, sites[i]);
  }
  add_without_use(kernel, by_instruction);
  return by_instruction;
}

LaunchResult result_of(const LaunchContext& launch, Worker& worker) {
  LaunchResult result;
  collect(launch.program, launch.kernel, worker, result);
  result.longest_warp = worker.longest_warp;
  const Footprint::Counts distinct = worker.count_footprints();
  result.distinct_read_sectors = distinct.read.sectors;
  result.distinct_read_granules = distinct.read.granules;
  result.read_sectors_of_host = distinct.read_of_host.sectors;
  result.written_sectors_of_host = distinct.written_of_host.sectors;
  result.distinct_written_sectors = distinct.written.sectors;
  result.distinct_written_sectors_beside_atomics = distinct.written_beside_atomics.sectors;
  result.blocks_to_run = launch.blocks.count();
  result.time = worker.time_tables.sums();
  if (launch.options.wants_touched) result.touched = worker.touched();
  result.unmet_arrival = worker.unmet_arrival;
  result.stage_phases = worker.stage_phases;
  result.stage_phases_left_out = worker.stage_phases_left_out;
  result.output = worker.output;
  result.children = worker.launches.take();
  const std::uint64_t most_bytes = launch.options.output_bytes;
  if (result.output.size() > most_bytes) result.output.erase(0, result.output.size() - most_bytes);
  return result;
}

}  // namespace warpscope::exec
