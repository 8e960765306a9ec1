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

// Adds what one access site counted to the counters of its kind.
void add_site(CounterValues& values, AccessSite::Kind kind, const AccessCounters& c) {
  switch (kind) {
    case AccessSite::Kind::global_load:
      values[Counter::global_load_instructions] += c.instructions;
      values[Counter::global_load_requests] += c.requests;
      values[Counter::global_load_sectors] += c.units;
      values[Counter::global_load_sectors_ideal] += c.units_ideal;
      values[Counter::global_load_bytes] += c.bytes;
      break;
    case AccessSite::Kind::global_store:
      values[Counter::global_store_instructions] += c.instructions;
      values[Counter::global_store_requests] += c.requests;
      values[Counter::global_store_sectors] += c.units;
      values[Counter::global_store_sectors_ideal] += c.units_ideal;
      values[Counter::global_store_bytes] += c.bytes;
      break;
    case AccessSite::Kind::global_atomic:
      values[Counter::global_atomic_instructions] += c.instructions;
      values[Counter::global_atomic_requests] += c.requests;
      values[Counter::global_atomic_sectors] += c.units;
      values[Counter::atomic_bytes] += c.bytes;
      break;
    case AccessSite::Kind::global_reduction:
      values[Counter::global_atomic_instructions] += c.instructions;
      values[Counter::global_reduction_requests] += c.requests;
      values[Counter::global_reduction_sectors] += c.units;
      values[Counter::atomic_bytes] += c.bytes;
      break;
    case AccessSite::Kind::asynchronous_copy:
      values[Counter::asynchronous_copy_instructions] += c.instructions;
      values[Counter::shared_bank_conflicts] += c.units_ideal;
      break;
    case AccessSite::Kind::shared_load:
      values[Counter::shared_load_instructions] += c.instructions;
      values[Counter::shared_load_wavefronts] += c.units;
      values[Counter::shared_load_bank_conflicts] += c.units_ideal;
      values[Counter::shared_bank_conflicts] += c.units_ideal;
      break;
    case AccessSite::Kind::shared_store:
      values[Counter::shared_store_instructions] += c.instructions;
      values[Counter::shared_store_wavefronts] += c.units;
      values[Counter::shared_store_bank_conflicts] += c.units_ideal;
      values[Counter::shared_bank_conflicts] += c.units_ideal;
      break;
    case AccessSite::Kind::shared_atomic:
      values[Counter::shared_atomic_instructions] += c.instructions;
      values[Counter::atomic_bytes] += c.bytes;
      values[Counter::shared_atomic_wavefronts] += c.units;
      values[Counter::shared_atomic_bank_conflicts] += c.units_ideal;
      values[Counter::shared_bank_conflicts] += c.units_ideal;
      break;
    case AccessSite::Kind::matrix_load:
      values[Counter::matrix_load_instructions] += c.instructions;
      values[Counter::shared_load_wavefronts] += c.units;
      values[Counter::shared_load_bank_conflicts] += c.units_ideal;
      values[Counter::shared_bank_conflicts] += c.units_ideal;
      break;
    case AccessSite::Kind::matrix_store:
      values[Counter::shared_store_wavefronts] += c.units;
      values[Counter::shared_store_bank_conflicts] += c.units_ideal;
      values[Counter::shared_bank_conflicts] += c.units_ideal;
      break;
    case AccessSite::Kind::local_load:
      values[Counter::local_load_instructions] += c.instructions;
      values[Counter::local_load_sectors] += c.units;
      break;
    case AccessSite::Kind::local_store:
      values[Counter::local_store_instructions] += c.instructions;
      values[Counter::local_store_sectors] += c.units;
      break;
    case AccessSite::Kind::constant_load:
      values[Counter::constant_load_instructions] += c.instructions;
      values[Counter::constant_load_requests] += c.units;
      values[Counter::constant_load_replays] += c.units_ideal;
      break;
    case AccessSite::Kind::fixed_constant_load:
      break;
    case AccessSite::Kind::branch:
      values[Counter::branches] += c.instructions;
      values[Counter::divergent_branches] += c.units;
      break;
    case AccessSite::Kind::barrier:
      values[Counter::barriers] += c.instructions;
      break;
    case AccessSite::Kind::image_reduction:
      values[Counter::other_reduction_requests] += c.requests;
      values[Counter::other_reduction_sectors] += c.units_ideal;
      [[fallthrough]];
    case AccessSite::Kind::image:
      values[Counter::image_requests] += c.requests;
      values[Counter::image_sectors] += c.units;
      break;
    case AccessSite::Kind::bulk_reduction:
      values[Counter::other_reduction_requests] += c.requests;
      values[Counter::other_reduction_sectors] += c.units;
      [[fallthrough]];
    case AccessSite::Kind::bulk_copy:
      values[Counter::bulk_copies] += c.requests;
      values[Counter::bulk_copy_sectors] += c.units;
      break;
  }
}

// What an access site brought into registers whose values are used there, not only stored.
std::uint64_t used_load_bytes(const AccessSite& site, const AccessCounters& c) {
  constexpr std::uint64_t kSectorBytes = 32;
  switch (site.kind) {
    case AccessSite::Kind::global_load:
      return site.is_result_used ? c.bytes : 0;
    case AccessSite::Kind::global_atomic:
    case AccessSite::Kind::constant_load:
      return c.bytes;
    case AccessSite::Kind::image:
      return kSectorBytes * c.units;
    default:
      return 0;
  }
}

// Counts per instruction, then per source line and in sum.
void collect(const Program& program, const Kernel& kernel, Worker& worker, LaunchResult& result) {
  const LoweredFunction& last = kernel.functions.back();
  std::vector<CounterValues> by_instruction(last.first_instruction + last.function->body.size());
  for (std::size_t i = 0; i < kernel.blocks.size(); ++i) {
    const BasicBlock& basic = kernel.blocks[i];
    for (std::uint32_t k = basic.first; k < basic.end; ++k) {
      by_instruction[k][Counter::inst_executed] += worker.block_counters[i].executions;
      by_instruction[k][Counter::thread_inst_executed] += worker.block_counters[i].lanes;
    }
  }
  for (std::size_t i = 0; i < kernel.sites.size(); ++i) {
    const AccessSite& site = kernel.sites[i];
    const AccessCounters& counters = worker.access_counters[i];
    add_site(by_instruction[site.instruction], site.kind, counters);
    by_instruction[site.instruction][Counter::used_load_bytes] += used_load_bytes(site, counters);
    if (worker.l1 != nullptr)
      add_hits(by_instruction[site.instruction], site.kind, counters.units, worker.l1->hits(i));
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

LaunchResult result_of(const LaunchContext& launch, Worker& worker) {
  LaunchResult result;
  collect(launch.program, launch.kernel, worker, result);
  const Footprint::Counts distinct = worker.count_footprints();
  result.distinct_read_sectors = distinct.read.sectors;
  result.distinct_read_granules = distinct.read.granules;
  result.read_sectors_of_host = distinct.read_of_host.sectors;
  result.written_sectors_of_host = distinct.written_of_host.sectors;
  result.distinct_written_sectors = distinct.written.sectors;
  result.distinct_written_sectors_beside_atomics = distinct.written_beside_atomics.sectors;
  result.longest_atomic_queue = worker.atomic_queues.longest();
  result.longest_float_queue = worker.atomic_queues.longest_of_floats();
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
