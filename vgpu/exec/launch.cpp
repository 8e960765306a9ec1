#include "vgpu/exec/launch.h"

#include <algorithm>
#include <cstring>

#include "vgpu/exec/access/request_sampler.h"
#include "vgpu/exec/analysis/index_use.h"
#include "vgpu/exec/checks/checker.h"
#include "vgpu/exec/launch_result.h"
#include "vgpu/exec/left_elements.h"
#include "vgpu/exec/lowering/lower.h"
#include "vgpu/exec/lowering/reachable.h"
#include "vgpu/exec/lowering/shared_layout.h"
#include "vgpu/exec/machine/grid_workspace.h"
#include "vgpu/exec/patterns/watched_patterns.h"
#include "vgpu/exec/program/parameters.h"
#include "vgpu/exec/program/program.h"
#include "vgpu/exec/sample_watch.h"
#include "vgpu/exec/scheduling/scheduler.h"
#include "vgpu/exec/trace/launch_trace.h"

namespace warpscope::exec {

std::shared_ptr<const Program> load(ptx::Module module, memory::DeviceMemory& memory,
                                    const ManagedAddresses& managed,
                                    std::uint32_t reserved_shared_bytes) {
  return std::make_shared<const Program>(std::move(module), memory, managed, reserved_shared_bytes,
                                         lower);
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
    lay_out_shared(reachable, program.reserved_shared_bytes(), layout);
    info.static_shared_bytes = layout.shared_bytes - layout.reserved_shared_bytes;
    std::uint64_t local = 0;
    for (const ptx::Function* each : reachable.functions) {
      for (const ptx::Variable& variable : each->variables) {
        if (variable.space == ptx::Space::local) local += variable.size_bytes;
      }
    }
    info.local_bytes = static_cast<std::uint32_t>(local);
    info.calls_functions = reachable.functions.size() > 1;
    info.is_ordered = is_ordered(reachable);
    info.reads_clock = reads_clock(reachable);
    info.has_contacts = has_contacts(reachable);
    info.can_be_undone = can_be_undone(reachable);
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

namespace {

/// What the kernel's code says of the index of an access that went wrong.
void add_index_use(const Kernel& kernel, const LaunchConfiguration& configuration, Fault& fault) {
  const bool is_meant = fault.kind == Fault::Kind::out_of_bounds &&
                        fault.space == ptx::Space::global && fault.instruction_number;
  if (!is_meant || *fault.instruction_number >= kernel.function->body.size()) return;
  fault.index_use =
      index_use(*kernel.function, control_flow(*kernel.function), *fault.instruction_number);
  const bool is_one_block =
      configuration.grid.x == 1 && configuration.grid.y == 1 && configuration.grid.z == 1;
  using Source = IndexUse::Source;
  if (is_one_block && fault.index_use.source == Source::thread_in_block)
    fault.index_use.source = Source::thread;
  const std::uint64_t base = fault.index_use.base;
  if (fault.index_use.is_based &&
      base + sizeof fault.array_address <= configuration.parameters.size())
    std::memcpy(&fault.array_address, configuration.parameters.data() + base,
                sizeof fault.array_address);
}

/// Why a launch runs all of its blocks that could be a sample.
LaunchResult::WholeBecause why_whole(const Kernel& kernel, const LaunchConfiguration& configuration,
                                     const LaunchOptions& options) {
  using enum LaunchResult::WholeBecause;
  if (BlockSample(configuration.grid.count(), options.sample_blocks).is_all())
    return no_sample_asked;
  if (options.is_cooperative) return is_cooperative;
  return kernel.may_wait_for_blocks ? blocks_may_wait : no_sample_asked;
}

}  // namespace

LaunchResult launch(const Program& program, std::string_view kernel_name,
                    const LaunchConfiguration& configuration, memory::DeviceMemory& memory,
                    const LaunchOptions& options) {
  std::vector<Violation> of_sample;
  if (options.checks_sample && !options.checks)
    of_sample = watch_sample(program, kernel_name, configuration, memory, options);
  const bool is_observed = options.checks || !options.observers.empty();
  const bool is_traced = options.trace != nullptr;
  const bool has_turns = options.interleaves && options.schedule != 0 && !is_observed && !is_traced;
  const Kernel& kernel = program.kernel(
      kernel_name, {is_observed ? KernelUse::observed : KernelUse::plain, is_traced, has_turns});
  if (options.trace != nullptr) options.trace->begin(kernel);
  const auto whole_because = why_whole(kernel, configuration, options);
  const BlockSample blocks(
      configuration.grid.count(),
      whole_because == LaunchResult::WholeBecause::no_sample_asked ? options.sample_blocks : 0);
  LaunchOptions watched;
  std::optional<checks::Checker> checker;
  std::optional<patterns::LaunchPatterns> patterns;
  std::optional<RequestSampler> requests;
  SampledRequests sampled_requests;
  if (options.wants_requests && !options.checks)
    sampled_requests = sample_requests(program, kernel_name, configuration, memory, options);
  if (options.checks) {
    watched = options;
    watched.observers.push_back(
        &checker.emplace(program, kernel, memory, configuration,
                         checks::WatchExtent{options.most_checked_accesses, blocks.is_all()}));
    if (options.wants_requests) {
      watched.requests = &requests.emplace(
          program, kernel, memory, kernel.shared_bytes + configuration.dynamic_shared_bytes);
      watched.observers.push_back(watched.requests);
    }
    // What is watched in part says nothing of what has no use.
    if (options.most_checked_accesses == 0) {
      watched.observers.push_back(&patterns.emplace(
          program, kernel,
          kernel.shared_bytes - kernel.reserved_shared_bytes + configuration.dynamic_shared_bytes));
    }
  }
  LaunchContext context{program, kernel, configuration, checker ? watched : options, memory};
  context.blocks = blocks;
  context.local_bytes = local_bytes_of(kernel, options);
  const GridWorkspace workspace(context);
  ScheduleResult scheduled = run_blocks(context);
  LaunchResult result = result_of(context, *scheduled.worker);
  result.fault = std::move(scheduled.fault);
  result.finished_blocks = context.finished_blocks;
  result.whole_because = whole_because;
  if (result.fault) add_index_use(kernel, configuration, *result.fault);
  result.requests =
      requests ? requests->finish(scheduled.worker->access_counters) : std::move(sampled_requests);
  if (checker && options.ask_writers && !result.fault) {
    for (const std::uint64_t address : options.ask_writers())
      result.writers.push_back(checker->last_writer(address));
  }
  result.violations = std::move(of_sample);
  if (checker) {
    result.violations = checker->take_violations(!result.fault);
    result.checked_accesses = checker->accesses();
    if (options.wants_footprint) {
      result.footprint = checker->footprint();
      if (blocks.is_all()) result.footprint.left = left_elements(kernel, configuration);
    }
  }
  if (!options.is_trial && (!checker || checker->has_stopped()))
    scheduled.worker->mark_touched_as_written();
  if (patterns && !result.fault) patterns->add_to(result.patterns);
  return result;
}

}  // namespace warpscope::exec
