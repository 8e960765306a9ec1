#include <algorithm>
#include <new>
#include <stdexcept>
#include <string_view>

#include "arch/compute_capability.h"
#include "arch/l1_size.h"
#include "arch/profile.h"
#include "base/demangle.h"
#include "findings/catalogue.h"
#include "record/metrics.h"
#include "vgpu/exec/counters.h"
#include "vgpu/origin/held_inputs.h"
#include "vgpu/protocol/cuda_error.h"
#include "vgpu/protocol/launch_check.h"
#include "vgpu/server/array_names.h"
#include "vgpu/server/block_times.h"
#include "vgpu/server/clock_rounds.h"
#include "vgpu/server/clocked_launch.h"
#include "vgpu/server/commands.h"
#include "vgpu/server/fault_findings.h"
#include "vgpu/server/kernel_use.h"
#include "vgpu/server/launch_counters.h"
#include "vgpu/server/launch_progress.h"
#include "vgpu/server/launch_uses.h"
#include "vgpu/server/machine_code.h"
#include "vgpu/server/phase_marks.h"
#include "vgpu/server/request_records.h"
#include "vgpu/server/stepping.h"
#include "vgpu/server/told_timing.h"
#include "vgpu/server/violation_findings.h"
#include "vgpu/server/watched_launches.h"
#include "vgpu/timing/kernel_time.h"

namespace warpscope::device {
namespace {

exec::LeftOut left_out_of(std::uint32_t bits) {
  using enum record::Mechanism;
  const auto has = [bits](record::Mechanism mechanism) {
    return (bits & record::bit_of(mechanism)) != 0;
  };
  return {has(lane_exchange), has(shared_atomics),  has(global_atomics),
          has(async_copies),  has(shared_exchange), has(many_lane_exchange)};
}

record::Dim3 to_record(const std::array<std::uint32_t, 3>& of) { return {of[0], of[1], of[2]}; }
exec::Dim3 to_exec(const std::array<std::uint32_t, 3>& of) { return {of[0], of[1], of[2]}; }

/// ptxas keeps arrays, registers that it has none left for, and what it hands to functions in one
/// frame: what is more than the arrays is known to be spilled where there is nobody to call.
record::MachineCode machine_code_of(const ptx::MachineCode& code, const exec::KernelInfo& kernel) {
  const bool is_known = !kernel.calls_functions && code.frame_bytes > kernel.local_bytes;
  return {code.registers, code.frame_bytes, is_known ? code.frame_bytes - kernel.local_bytes : 0};
}

/// An address in the array that the kernel meant, if that is known; otherwise the one it used.
std::uint64_t array_or_place(const exec::Fault& fault, const memory::DeviceMemory& memory) {
  return memory.find(fault.array_address) != nullptr ? fault.array_address : fault.address;
}

record::Launch begin_record(DeviceState& device, const LaunchRequest& request,
                            const exec::KernelInfo& kernel) {
  record::Launch launch;
  launch.id = device.machine.progress.next_launch_id++;
  launch.case_index = device.machine.progress.case_index;
  launch.kernel = demangled(kernel.name);
  launch.kernel_mangled = kernel.name;
  launch.grid = to_record(request.grid);
  launch.block = to_record(request.block);
  launch.dynamic_shared_bytes = request.dynamic_shared_bytes;
  launch.static_shared_bytes = kernel.static_shared_bytes;
  launch.device_index = device.index;
  launch.stream = device.machine.clock.shown_number(request.stream);
  launch.start_s = device.machine.clock.now_s();
  const auto& codes = device.module(request.module).machine_code;
  if (const auto code = codes.find(kernel.name); code != codes.end())
    launch.machine_code = machine_code_of(code->second, kernel);
  if (request.asked.order != 0)
    launch.asked = record::HostOrder{std::nullopt, request.asked.order, request.asked.waits};
  return launch;
}

/// Which launch a finding is about, of one that the log has already.
struct LoggedLaunch {
  std::uint32_t id = 0;
  std::string kernel;  ///< demangled
};

/// A finding about a launch can only be put beside it when the launch comes first.
LoggedLaunch log_launch(DeviceState& device, record::Launch launch, std::uint32_t site = 0,
                        OperationFlow flow = {}, std::string timeline = {}) {
  LoggedLaunch logged{launch.id, launch.kernel};
  device.options.log(LaunchEnded{std::move(launch), site, std::move(flow),
                                 device.machine.open_ranges, std::move(timeline)});
  return logged;
}

/// Logs the launch's finding, and ends the request.
[[noreturn]] void fail(DeviceState& device, const LoggedLaunch& launch, record::Finding finding,
                       std::int32_t error, std::optional<HostCall> call = {}) {
  finding.launch = launch.id;
  const std::string text = in_one_line(finding, launch.kernel);
  device.diagnose(std::move(finding), call);
  throw CommandError(error, text);
}

/// `bounds`: the most threads of a block that the kernel allows.
void refuse(DeviceState& device, const LaunchRequest& request, const record::Launch& launch,
            const Status& reason, std::uint32_t bounds) {
  const std::uint64_t threads =
      std::uint64_t{request.block[0]} * request.block[1] * request.block[2];
  const bool is_beyond_bounds =
      threads > bounds && threads <= device.description.sm.max_threads_per_block;
  record::Finding finding = reason.code == cuda_error::launch_out_of_resources
                                ? make_finding("too-many-registers", "of a refused launch")
                            : is_beyond_bounds
                                ? make_finding("invalid-launch-configuration", "of launch bounds")
                                : make_finding("invalid-launch-configuration");
  finding.cause = reason.message;
  std::optional<HostCall> call;
  if (request.host_site != 0) call = HostCall{request.host_mistake, request.host_site};
  fail(device, log_launch(device, launch), std::move(finding), reason.code, call);
}

// The request for a grid that a kernel of `parent` has launched.
LaunchRequest request_of(DeviceState& device, const LaunchRequest& parent,
                         const exec::ChildLaunch& child) {
  LaunchRequest request;
  request.module = parent.module;
  request.kernel = child.kernel;
  request.grid = {child.grid.x, child.grid.y, child.grid.z};
  request.block = {child.block.x, child.block.y, child.block.z};
  request.dynamic_shared_bytes = child.dynamic_shared_bytes;
  // The host's cudaFuncSetAttribute counts, which the device is not told of.
  request.dynamic_shared_limit_bytes = device.description.sm.shared_per_block_optin_bytes;
  request.stream = parent.stream;
  request.parameters = child.parameters;
  return request;
}

timing::LaunchShape shape_of(const LaunchRequest& request, const record::Launch& launch) {
  timing::LaunchShape shape;
  shape.blocks = to_exec(request.grid).count();
  shape.block.threads = to_exec(request.block).count();
  shape.block.registers = launch.machine_code ? launch.machine_code->registers : 0;
  shape.block.shared_bytes =
      std::uint64_t{launch.static_shared_bytes} + launch.dynamic_shared_bytes;
  return shape;
}

timing::TimedShape timed_shape(const LaunchRequest& request, const record::Launch& launch) {
  const timing::LaunchShape shape = shape_of(request, launch);
  return {shape.blocks, shape.block};
}

/// Has the launch run in other orders first, and what it leaves compared.
void compare_orders(DeviceState& device, const LaunchRequest& request,
                    const exec::LaunchConfiguration& configuration, exec::LaunchOptions& options) {
  constexpr std::uint64_t kMostInstructions = 1 << 24;  // half a second of each other order
  if (!device.options.compares_orders || options.schedule != 0) return;
  const auto run = [&](std::uint64_t schedule) {
    exec::LaunchOptions other = options;
    other.checks = other.checks_sample = false;
    other.trace = nullptr;
    other.is_trial = true;
    other.tell_progress = {};
    other.wants_footprint = false;
    other.wants_touched = false;
    other.wants_requests = false;
    other.l1_bytes = 0;
    other.instruction_budget = kMostInstructions;
    other.schedule = schedule;
    return exec::launch(*device.module(request.module).program, request.kernel, configuration,
                        device.memory, other);
  };
  if (device.other_order.begin(device.memory, device.kernel(request.module, request.kernel),
                               configuration.grid.count(), run))
    options.ask_writers = [&device] { return device.other_order.compare(device.memory); };
}

/// Where a case has an order of its own, each of its launches has another one.
std::uint64_t schedule_of(const DeviceState& device, const record::Launch& launch) {
  const RunProgress& progress = device.machine.progress;
  if (progress.schedule == 0) return device.options.schedule;
  const std::uint64_t index = launch.id - progress.first_launch_id;
  return progress.schedule | index << 32;
}

ClockedResult execute(DeviceState& device, const LaunchRequest& request, std::uint32_t depth,
                      const record::Launch& launch, LaunchMachineCode& machine_code) {
  exec::LaunchConfiguration configuration;
  configuration.grid = to_exec(request.grid);
  configuration.block = to_exec(request.block);
  configuration.dynamic_shared_bytes = request.dynamic_shared_bytes;
  configuration.parameters = request.parameters;
  exec::LaunchOptions options;
  options.is_cooperative = request.is_cooperative;
  options.sample_blocks = device.options.sample_blocks;
  options.instruction_budget = device.options.instruction_budget;
  options.is_canceled = device.options.is_canceled;
  LaunchProgress progress(device.options.log, launch);
  if (device.options.tells_progress)
    options.tell_progress = [&](const exec::LaunchExtent& extent) { progress.look(extent); };
  options.worker_threads = device.options.worker_threads;
  options.worker_pool = &device.machine.worker_pool;
  // The machine has its own least stack: its frames are larger than compiled ones.
  options.stack_bytes = std::max(options.stack_bytes, device.limits.stack_bytes);
  options.output_bytes = device.limits.printf_fifo_bytes;
  options.textures = &device.textures;
  options.sm_count = device.description.sm_count;
  options.sm_clock_hz = device.description.sm_clock_hz;
  options.sm = device.description.sm;
  set_checks(device, configuration, request.kernel, options);
  set_requests(device, request.kernel, options);
  options.wants_footprint = device.options.watches_host && options.checks;
  options.wants_touched = device.options.follows_data || device.l2_contents;
  options.schedule = schedule_of(device, launch);
  options.interleaves = device.options.interleaves;
  options.left_out = left_out_of(device.options.left_out);
  options.resident_blocks =
      std::uint64_t{device.description.sm_count} *
      timing::resident_blocks_per_sm(device.options.profile, shape_of(request, launch));
  options.trace = machine_code.trace();
  // Cases of labs go in the usual order, so that they count the same with checks and without.
  options.shares_time = device.options.uses_clock && !launch.case_index;
  options.grid_number = std::uint64_t{launch.id} + 1;
  options.check_child = [&](const exec::ChildLaunch& child) {
    // On a GPU what waits for its parent counts too; here that has no limit. An H200 answers so.
    if (depth >= device.limits.pending_launches) return cuda_error::launch_pending_count_exceeded;
    const LaunchRequest wanted = request_of(device, request, child);
    const KernelDescription kernel = device.kernel_description(wanted.module, wanted.kernel);
    return check_launch(device.description, kernel, wanted) ? cuda_error::invalid_configuration
                                                            : cuda_error::success;
  };
  if (device.options.models_l1) {
    const arch::Profile::Sm& sm = device.options.profile.sm;
    options.l1_bytes = arch::l1_size(sm.l1_and_shared, sm, shape_of(request, launch).block);
  }
  try {
    compare_orders(device, request, configuration, options);
    const auto run = [&] {
      const exec::Program& program = *device.module(request.module).program;
      if (is_stepped(device.options, device.machine.progress, launch))
        return run_stepped(device, program, request.kernel, configuration, options, launch);
      return exec::launch(program, request.kernel, configuration, device.memory, options);
    };
    const exec::KernelInfo& kernel = device.kernel(request.module, request.kernel);
    const bool is_by_clock =
        machine_code.uses_clock() && (kernel.reads_clock || may_wait(kernel, options));
    return is_by_clock ? run_by_clock(device, request, machine_code, options, run)
                       : ClockedResult{run()};
  } catch (const std::exception& error) {
    // The machine's own limits, e.g. memory for a launch's state.
    record::Finding finding = make_finding("device-error");
    finding.cause = error.what();
    if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) {
      finding = make_finding("memory-exhausted");
      finding.cause =
          "The process that simulates the GPU came to the end of its memory: the launch, or what "
          "the "
          "program has allocated before, is too large for it.";
    }
    device.machine.sticky_error = cuda_error::launch_failure;
    fail(device, log_launch(device, launch), std::move(finding), cuda_error::launch_failure);
  }
}

constexpr std::uint64_t kSectorBytes = 32;

/// Bytes of parameters beyond what pointers and sizes need: an array by value.
std::uint64_t excess_parameters(const LaunchRequest& request) {
  constexpr std::size_t kUsual = 64;
  return request.parameters.size() - std::min(request.parameters.size(), kUsual);
}

/// Whether the launch ran a sample of its blocks, or why not.
void note_sample(const exec::LaunchResult& result, record::Launch& launch) {
  using enum exec::LaunchResult::WholeBecause;
  const auto blocks = std::uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z;
  if (result.blocks_to_run != blocks) launch.sampled_blocks = result.blocks_to_run;
  if (result.whole_because == is_cooperative)
    launch.whole_because = record::WholeBecause::is_cooperative;
  if (result.whole_because == blocks_may_wait)
    launch.whole_because = record::WholeBecause::blocks_may_wait;
}

/// `timed`: by the clock, where it is asked for and can.
void add_result(DeviceState& device, const LaunchRequest& request, const exec::LaunchResult& result,
                const std::optional<timing::TimedLaunch>& timed,
                const LaunchMachineCode& machine_code, record::Launch& launch) {
  timing::LaunchShape shape = shape_of(request, launch);
  note_sample(result, launch);
  shape.blocks = launch.sampled_blocks.value_or(shape.blocks);
  const timing::KernelTime time = timing::model_kernel(device.options.profile, shape, result);
  if (timed) {
    launch.timed_blocks = timed->blocks;
    launch.clock = clocked_launch(*timed);
  }
  const double alone_s = timed ? timed->duration_s : time.duration_s;
  const timing::KernelUse use = timed ? machine_code.use(*timed) : timing::KernelUse{};
  set_times(device.machine.clock.launch(request.stream, alone_s, use), alone_s, launch);
  launch.dram_bytes = time.dram_bytes;
  launch.read_sectors = result.distinct_read_sectors;
  launch.bytes_from_host = kSectorBytes * result.read_sectors_of_host + excess_parameters(request);
  launch.bytes_to_host = kSectorBytes * result.written_sectors_of_host;
  launch.written_sectors = result.distinct_written_sectors;
  launch.written_sectors_beside_atomics = result.distinct_written_sectors_beside_atomics;
  launch.counters = by_metric(result.counters, device.options.models_l1);
  launch.counters.emplace(record::metric::kInstructionsOfLongestWarp, result.longest_warp);
  for (const exec::LineCounters& line : result.lines) {
    launch.lines.push_back({{line.where.file, line.where.line}, by_metric_of_line(line.values)});
  }
  for (const exec::PatternCount& pattern : result.patterns) {
    launch.counters[std::string(pattern.metric)] += pattern.value;
    const record::SourceLine where{pattern.where.file, pattern.where.line};
    const auto line = std::ranges::find(launch.lines, where, &record::LineCounters::where);
    if (line != launch.lines.end()) line->counters[std::string(pattern.metric)] += pattern.value;
  }
  add_requests(result.requests, device.kernel(request.module, request.kernel), request.parameters,
               launch);
}

/// A library that stops a kernel by trap prints why before it does.
void add_last_line(std::string_view output, record::Finding& finding) {
  constexpr std::size_t kLongest = 400;
  while (output.ends_with('\n')) output.remove_suffix(1);
  const std::string_view last = output.substr(output.rfind('\n') + 1);
  if (!last.empty())
    finding.cause += " The last line that it printed: " + std::string(last.substr(0, kLongest));
}

/// The launch would have gone on.
bool is_cut_off(const exec::LaunchResult& result) {
  using Kind = exec::Fault::Kind;
  return result.fault &&
         (result.fault->kind == Kind::canceled || result.fault->kind == Kind::instruction_budget);
}

/// Where the launch's data came from, when somebody follows it.
OperationFlow flow_of(DeviceState& device, const exec::LaunchResult& result) {
  if (!device.options.follows_data) return {};
  origin::FlowTracker& flow = device.machine.flow_tracker;
  flow.begin();
  flow.launch(device.memory, result.touched, result.counters[exec::Counter::global_store_bytes],
              result.footprint.last_writes);
  return flow.end();
}

/// Runs one grid and logs it. What it has launched comes back.
std::vector<exec::ChildLaunch> run_grid(DeviceState& device, const LaunchRequest& request,
                                        std::uint32_t depth) {
  const exec::KernelInfo& kernel = device.kernel(request.module, request.kernel);
  if (request.parameters.size() != kernel.parameter_bytes) {
    throw CommandError(cuda_error::invalid_value);
  }
  record::Launch launch = begin_record(device, request, kernel);
  const auto description = device.kernel_description(request.module, request.kernel);
  if (const auto reason = check_launch(device.description, description, request)) {
    refuse(device, request, launch, *reason, description.max_threads_per_block);
  }
  PhaseMarks phases(device, device.module(request.module));
  // As where labs are measured on a GPU (cupti/cold_cache.h).
  const bool is_first_of_case =
      launch.case_index && launch.id == device.machine.progress.first_launch_id;
  if (device.l2_contents && is_first_of_case) device.l2_contents->clear();
  LaunchMachineCode machine_code(device, timed_shape(request, launch));
  ClockedResult executed = execute(device, request, depth, launch, machine_code);
  exec::LaunchResult& result = executed.result;
  launch.clock_reads = executed.reads;
  device.machine.progress.checked_accesses += result.checked_accesses;
  if (device.options.compares_orders) device.other_order.end(result, launch.id);
  device.machine.output += result.output;
  if (result.fault) device.machine.error_output += result.fault->assertion_text;
  {
    const ToldTiming told(device.options.log, device.options.uses_clock);
    if (!executed.timed) executed.timed = machine_code.time(request, result);
    add_result(device, request, result, executed.timed, machine_code, launch);
    machine_code.try_changes(request, result, launch);
    if (device.l2_contents) device.l2_contents->use(result.touched);
    machine_code.count(request, result, launch);
  }
  const bool has_times = phases.take(launch);
  take_stage_phases(result, device.description.sm_count, launch);
  if (!has_times)
    place_blocks(launch.phases,
                 timing::resident_blocks_per_sm(device.options.profile, shape_of(request, launch)),
                 device.description.sm_clock_hz);
  if (device.options.watches_host)
    note_footprint(device, result.footprint, result.checked_accesses > 0, launch);
  if (is_cut_off(result)) {
    launch.is_stopped = true;
    launch.finished_blocks = result.finished_blocks;
  }
  const LoggedLaunch logged =
      log_launch(device, std::move(launch), request.asked.site, flow_of(device, result),
                 executed.timed ? machine_code.timeline_of(*executed.timed) : std::string());
  for (const exec::Violation& violation : result.violations) {
    record::Finding finding = finding_of(violation, device.memory);
    if (violation.space == ptx::Space::global && violation.detail.empty())
      finding.cause +=
          parameter_sentence(violation.address, kernel, request.parameters, device.memory);
    finding.launch = logged.id;
    device.diagnose(std::move(finding));
  }
  if (result.fault) {
    device.machine.sticky_error = cuda_error_of(*result.fault);
    // A canceled launch is no mistake by itself; the runner knows why it ended, and drops it or
    // not.
    record::Finding finding = finding_of(*result.fault, device.memory);
    using Kind = exec::Fault::Kind;
    const bool has_bad_address =
        result.fault->kind == Kind::out_of_bounds || result.fault->kind == Kind::misaligned_address;
    const bool is_no_pointer =
        result.fault->kind == Kind::host_pointer ||
        (finding.access && finding.access->place == record::Finding::Access::Place::null_pointer);
    if (is_no_pointer) {
      finding.cause += bad_pointer_sentence(result.fault->address, kernel, request.parameters);
    } else if (has_bad_address && result.fault->space == ptx::Space::global) {
      finding.cause += parameter_sentence(array_or_place(*result.fault, device.memory), kernel,
                                          request.parameters, device.memory);
    }
    if (result.fault->kind == exec::Fault::Kind::trap) add_last_line(result.output, finding);
    fail(device, logged, std::move(finding), device.machine.sticky_error);
  }
  if (result.unmet_arrival) {
    record::Finding finding = finding_of(*result.unmet_arrival);
    finding.launch = logged.id;
    device.diagnose(std::move(finding));
  }
  if (device.machine.sticky_error != cuda_error::success)
    throw CommandError(device.machine.sticky_error);
  return std::move(result.children);
}

/// Moves as much of the text as fits a reply.
std::string take_part(std::string& text) {
  constexpr std::size_t kPartBytes = kMaxBodyBytes / 4;
  std::string part = text.substr(0, kPartBytes);
  text.erase(0, kPartBytes);
  return part;
}

struct PendingGrid {
  LaunchRequest request;
  std::uint32_t depth = 0;  ///< of the launches that led to it
};

// A grid has ended when all that it launched have, and the next one of its stream begins behind
// that. So children run after their parent, and their own children before the next of them: no
// order that a program may count on is another.
void run_with_children(DeviceState& device, const LaunchRequest& request) {
  std::vector<PendingGrid> pending;
  pending.push_back({request});
  while (!pending.empty()) {
    const PendingGrid next = std::move(pending.back());
    pending.pop_back();
    std::vector<exec::ChildLaunch> children = run_grid(device, next.request, next.depth);
    std::stable_partition(children.begin(), children.end(),
                          [](const exec::ChildLaunch& child) { return !child.is_tail; });
    for (auto child = children.rbegin(); child != children.rend(); ++child) {
      const std::uint32_t depth = child->is_tail ? next.depth : next.depth + 1;
      pending.push_back({request_of(device, next.request, *child), depth});
    }
    if (!pending.empty() && device.options.is_canceled && device.options.is_canceled()) {
      device.machine.sticky_error = cuda_error::launch_timeout;
      throw CommandError(cuda_error::launch_timeout);
    }
  }
}

}  // namespace

LaunchReply launch(DeviceState& device, const LaunchRequest& request) {
  device.machine.expect_stream(request.stream);
  const origin::HeldInputs held(device.machine.progress.exchanged_inputs,
                                device.machine.shared_memory());
  run_with_children(device, request);
  return {!device.machine.output.empty()};
}

KernelOutput take_output(DeviceState& device, const Nothing&) {
  return {take_part(device.machine.output), take_part(device.machine.error_output)};
}

}  // namespace warpscope::device
