#include "vgpu/server/clock_rounds.h"

#include <utility>

#include "vgpu/exec/execution/launch_undo.h"
#include "vgpu/server/told_timing.h"

namespace warpscope::device {
namespace {

/// Of what a launch overwrites.
constexpr std::uint64_t kMostUndoBytes = std::uint64_t{256} << 20;
/// Where reads decide how long a launch takes, as of loops that wait by a clock, the second round
/// has about as many turns as it should, and later ones put right what is left.
constexpr int kMostRounds = 6;
/// By so much a read may have shown something else than it should have.
constexpr std::uint64_t kSettledCycles = 8;

}  // namespace

ClockedResult run_by_clock(DeviceState& device, const LaunchRequest& request,
                           LaunchMachineCode& machine_code, exec::LaunchOptions& options,
                           const std::function<exec::LaunchResult()>& run) {
  using enum record::ClockReads;
  const exec::KernelInfo& kernel = device.kernel(request.module, request.kernel);
  if (!kernel.can_be_undone) return {run(), std::nullopt, not_repeated};
  exec::LaunchUndo undo(device.memory, kMostUndoBytes);
  options.observers.push_back(&undo);
  ClockedResult last{run(), std::nullopt, by_clock};
  const auto can_go_on = [&] { return !last.result.fault && undo.can_go_back(); };
  const auto again = [&] {
    undo.go_back();
    last.result = run();
  };
  if (can_go_on() && machine_code.trace_fewer()) again();
  exec::ClockReadings shown;
  for (int round = 1;; ++round) {
    if (!can_go_on()) {
      const record::ClockReads first = undo.can_go_back() ? not_timed : not_repeated;
      return {std::move(last.result), std::nullopt, round == 1 ? first : about};
    }
    exec::ClockReadings seen = machine_code.new_readings();
    {
      const ToldTiming told(device.options.log, true);
      last.timed = machine_code.time(request, last.result, &seen);
    }
    if (!last.timed) {
      last.reads = not_timed;
      if (round == 1) return last;
      options.clock = {};
      again();
      return last;
    }
    if (round > 1 && seen.largest_difference(shown) <= kSettledCycles) return last;
    if (round == kMostRounds) {
      last.reads = about;
      return last;
    }
    shown = std::move(seen);
    options.clock = {&shown,
                     device.machine.clock.start_of_launch_s(request.stream, last.timed->duration_s,
                                                            machine_code.use(*last.timed))};
    const auto before = machine_code.traced().fingerprint();
    again();
    if (can_go_on() && machine_code.traced().fingerprint() == before) return last;
  }
}

}  // namespace warpscope::device
