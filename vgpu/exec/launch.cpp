#include "vgpu/exec/launch.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "vgpu/exec/checks/checker.h"
#include "vgpu/exec/lowering/lower.h"
#include "vgpu/exec/lowering/reachable.h"
#include "vgpu/exec/lowering/shared_layout.h"
#include "vgpu/exec/program/parameters.h"
#include "vgpu/exec/program/program.h"
#include "vgpu/exec/scheduling/scheduler.h"

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
      break;
    case AccessSite::Kind::global_reduction:
      values[Counter::global_atomic_instructions] += c.instructions;
      values[Counter::global_reduction_requests] += c.requests;
      values[Counter::global_reduction_sectors] += c.units;
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
  }
}

// Counts per instruction, then per source line and in sum.
void collect(const Program& program, const Kernel& kernel, const Worker& worker,
             LaunchResult& result) {
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
}

// The words of a cooperative launch's barrier, for as long as it runs.
class GridWorkspace {
 public:
  explicit GridWorkspace(LaunchContext& launch) : memory_(launch.memory) {
    if (!launch.options.is_cooperative) return;
    constexpr std::uint32_t kBytes = 64;
    const auto address = memory_.allocate(kBytes);
    if (!address) throw std::runtime_error("Device memory has no room for the grid's barrier.");
    std::memcpy(memory_.translate(*address, kBytes), &kBytes, sizeof kBytes);
    launch.grid_workspace = address_ = *address;
  }
  ~GridWorkspace() {
    if (address_ != 0) memory_.release(address_);
  }
  GridWorkspace(const GridWorkspace&) = delete;
  GridWorkspace& operator=(const GridWorkspace&) = delete;

 private:
  memory::DeviceMemory& memory_;
  std::uint64_t address_ = 0;
};

}  // namespace

std::shared_ptr<const Program> load(ptx::Module module, memory::DeviceMemory& memory,
                                    const ManagedAddresses& managed) {
  return std::make_shared<const Program>(std::move(module), memory, managed, lower);
}

std::vector<KernelInfo> kernels(const Program& program) {
  std::vector<KernelInfo> result;
  for (const ptx::Function& function : program.module().functions) {
    if (!function.is_entry || function.is_declaration) continue;
    KernelInfo info;
    info.name = std::string(function.name);
    ParameterLayout parameters = lay_out_parameters(function);
    info.parameters = std::move(parameters.parameters);
    info.parameter_bytes = parameters.size_bytes;
    const Reachable reachable = find_reachable(program, function);
    Kernel layout;
    layout.function = &function;
    lay_out_shared(reachable, layout);
    info.static_shared_bytes = layout.shared_bytes - layout.reserved_shared_bytes;
    std::uint64_t local = 0;
    for (const ptx::Function* each : reachable.functions) {
      for (const ptx::Variable& variable : each->variables) {
        if (variable.space == ptx::Space::local) local += variable.size_bytes;
      }
    }
    info.local_bytes = static_cast<std::uint32_t>(local);
    for (const std::string_view directive : {"maxntid", "reqntid"}) {
      const auto found = function.directives.find(directive);
      if (found == function.directives.end()) continue;
      std::uint64_t threads = 1;
      for (const std::uint32_t n : found->second) threads *= n;
      info.max_threads_per_block =
          static_cast<std::uint32_t>(std::min<std::uint64_t>(threads, info.max_threads_per_block));
    }
    info.ptx_registers = static_cast<std::uint32_t>(function.registers.size());
    result.push_back(std::move(info));
  }
  return result;
}

std::optional<Symbol> symbol(const Program& program, std::string_view name) {
  return program.symbol(name);
}

LaunchResult launch(const Program& program, std::string_view kernel_name,
                    const LaunchConfiguration& configuration, memory::DeviceMemory& memory,
                    const LaunchOptions& options) {
  const bool is_observed = options.checks || options.observer != nullptr;
  const Kernel& kernel = program.kernel(kernel_name, is_observed);
  LaunchOptions watched;
  std::optional<checks::Checker> checker;
  if (options.checks) {
    watched = options;
    watched.observer =
        &checker.emplace(program, kernel, memory, configuration.grid, configuration.block);
  }
  LaunchContext context{program, kernel, configuration, checker ? watched : options, memory};
  context.local_bytes = kernel.local_bytes;
  if (kernel.has_unbounded_calls) context.local_bytes += (options.stack_bytes + 15) / 16 * 16;
  const GridWorkspace workspace(context);
  ScheduleResult scheduled = run_blocks(context);
  LaunchResult result;
  result.fault = std::move(scheduled.fault);
  Worker& worker = *scheduled.worker;
  collect(program, kernel, worker, result);
  const Footprint::Counts distinct = worker.count_footprints();
  result.distinct_read_sectors = distinct.read.sectors;
  result.distinct_read_granules = distinct.read.granules;
  result.distinct_written_sectors = distinct.written.sectors;
  result.distinct_written_sectors_beside_atomics = distinct.written_beside_atomics.sectors;
  result.unmet_arrival = std::move(worker.unmet_arrival);
  result.stage_phases = std::move(worker.stage_phases);
  result.stage_phases_left_out = worker.stage_phases_left_out;
  if (checker) result.violations = checker->take_violations();
  result.output = std::move(worker.output);
  result.children = worker.launches.take();
  if (result.output.size() > options.output_bytes)
    result.output.erase(0, result.output.size() - options.output_bytes);
  return result;
}

}  // namespace warpscope::exec
