#include "vgpu/server/machine_code.h"

#include <memory>
#include <string>

#include "arch/compute_capability.h"
#include "record/metrics.h"
#include "record/timeline_slice.h"
#include "vgpu/server/clocked_launch.h"
#include "vgpu/server/kept_cubins.h"
#include "vgpu/server/kernel_use.h"

namespace warpscope::device {
namespace {

/// Of what the clock keeps over time: later launches of the program have no timeline.
constexpr std::size_t kMostTimelineBytes = std::size_t{8} << 20;

}  // namespace

LaunchMachineCode::LaunchMachineCode(DeviceState& device, const timing::TimedShape& shape)
    : device_(device),
      shape_(shape),
      trace_(device.options.uses_clock ? timing::limits_of_trace(device.options.profile, shape)
                                       : exec::LaunchTrace::Limits{}) {}

const timing::MachineKernel* LaunchMachineCode::kernel(const LaunchRequest& request,
                                                       const exec::LaunchResult& result) {
  if (device_.options.ptxas.empty() || result.fault || result.blocks_to_run != shape_.blocks ||
      !trace_.is_complete())
    return nullptr;
  LoadedModule& module = device_.module(request.module);
  if (!module.machine_module) {
    module.machine_module = std::make_unique<timing::MachineModule>(
        module.program, assembler(device_.options.ptxas, device_.options.cubins_folder),
        arch::machine_architecture(device_.options.profile.compute_capability));
  }
  return module.machine_module->kernel(request.kernel);
}

timing::TimedShape LaunchMachineCode::shape_of(const exec::LaunchResult& result) const {
  timing::TimedShape shape = shape_;
  shape.read_granules = result.distinct_read_granules;
  shape.longest_atomic_queue = result.time.longest_atomic_queue;
  shape.l2_contents = device_.l2_contents ? &*device_.l2_contents : nullptr;
  shape.first_sector = timing::first_sector_of(result.touched);
  return shape;
}

std::optional<timing::TimedLaunch> LaunchMachineCode::time(const LaunchRequest& request,
                                                           const exec::LaunchResult& result,
                                                           exec::ClockReadings* readings,
                                                           exec::ContactTimes* contacts) {
  if (!device_.options.uses_clock) return std::nullopt;
  const timing::MachineKernel* code = kernel(request, result);
  if (code == nullptr) return std::nullopt;
  timing::TimedShape shape = shape_of(result);
  shape.readings = readings;
  shape.contacts = contacts;
  if (device_.timeline_bytes < kMostTimelineBytes)
    shape.timeline = std::make_shared<timing::LaunchTimeline>();
  return device_.module(request.module)
      .timed_launches.time(device_.options.profile, *code, trace_, shape, result.touched,
                           device_.machine.kept_times.get());
}

std::optional<timing::Fingerprint> LaunchMachineCode::key(const LaunchRequest& request,
                                                          const exec::LaunchResult& result) {
  if (!device_.options.uses_clock) return std::nullopt;
  const timing::MachineKernel* code = kernel(request, result);
  if (code == nullptr) return std::nullopt;
  return device_.module(request.module)
      .timed_launches.key(device_.options.profile, *code, trace_, shape_of(result), result.touched);
}

timing::KernelUse LaunchMachineCode::use(const timing::TimedLaunch& timed) const {
  return kernel_use(timed, {shape_.blocks, shape_.block}, device_.options.profile);
}

bool LaunchMachineCode::trace_fewer() {
  const auto limits = timing::least_limits_of_trace(device_.options.profile, shape_);
  if (trace_.is_complete() || traces_least_ || !limits) return false;
  traces_least_ = true;
  trace_.set_limits(*limits);
  return true;
}

exec::ClockReadings LaunchMachineCode::new_readings() const {
  return exec::ClockReadings(device_.options.profile.sm.count);
}

void LaunchMachineCode::try_changes(const LaunchRequest& request, const exec::LaunchResult& result,
                                    record::Launch& launch) {
  if (!device_.options.tries_changes || !launch.clock) return;
  const timing::MachineKernel* code = kernel(request, result);
  if (code == nullptr) return;
  const arch::Profile& profile = device_.options.profile;
  const auto tried =
      timing::try_changes(profile, *code, trace_, shape_of(result), device_.options.is_canceled);
  for (const timing::TriedChange& change : tried) launch.clock->what_if.push_back(what_if(change));
}

std::string LaunchMachineCode::timeline_of(const timing::TimedLaunch& timed) {
  if (device_.timeline_bytes >= kMostTimelineBytes) return {};
  std::string slice;
  if (timed.kept_timeline) {
    slice = *timed.kept_timeline;
  } else if (timed.timeline) {
    const double cycles = timed.duration_s * device_.options.profile.sm.clock_hz;
    slice =
        record::to_slice(device::timeline_of(*timed.timeline, static_cast<std::uint64_t>(cycles)));
  }
  device_.timeline_bytes += slice.size();
  return slice;
}

void LaunchMachineCode::count(const LaunchRequest& request, const exec::LaunchResult& result,
                              record::Launch& launch) {
  if (trace_.blocks().size() != shape_.blocks) return;
  const timing::MachineKernel* code = kernel(request, result);
  if (code == nullptr) return;
  const auto issued = device_.module(request.module).counted_launches.count(*code, trace_);
  if (!issued) return;
  launch.counters[std::string(record::metric::kMachineInstructions)] = issued->warps;
  launch.counters[std::string(record::metric::kMachineThreadInstructions)] = issued->threads;
  launch.machine_instructions = issued->certainty;
}

}  // namespace warpscope::device
