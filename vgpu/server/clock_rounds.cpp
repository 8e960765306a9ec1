#include "vgpu/server/clock_rounds.h"

#include <cmath>
#include <memory>
#include <utility>

#include "vgpu/exec/execution/launch_undo.h"
#include "vgpu/server/told_timing.h"

namespace warpscope::device {
namespace {

using enum record::ClockReads;

/// Of what a launch overwrites.
constexpr std::uint64_t kMostUndoBytes = std::uint64_t{256} << 20;
/// Where reads decide how long a launch takes, as of loops that wait by a clock, the second round
/// has about as many turns as it should, and later ones put right what is left. Waits for other
/// blocks are steady after two to four.
constexpr int kMostRounds = 6;
/// By so much a read may have shown something else than it should have.
constexpr std::uint64_t kSettledCycles = 8;
/// By so much of a launch's time warps that wait for others may still change it.
constexpr double kSettledShare = 0.01;

/// What the clock saw of one execution, which the next one is given.
struct Seen {
  exec::ClockReadings readings;
  std::shared_ptr<exec::ContactTimes> contacts;  ///< nullptr: not wanted
  double duration_s = 0;
};

class Rounds {
 public:
  Rounds(DeviceState& device, const LaunchRequest& request, LaunchMachineCode& machine_code,
         exec::LaunchOptions& options, const std::function<exec::LaunchResult()>& run)
      : device_(device),
        request_(request),
        machine_code_(machine_code),
        options_(options),
        run_(run),
        reads_clock_(device.kernel(request.module, request.kernel).reads_clock),
        undo_(device.memory, kMostUndoBytes) {
    options.observers.push_back(&undo_);
  }

  ClockedResult all() {
    last_.result = run_();
    if (can_go_on() && machine_code_.trace_fewer()) again();
    waits_ = may_wait(device_.kernel(request_.module, request_.kernel), options_);
    last_.reads = by_clock;
    if (!reads_clock_ && can_go_on()) {
      key_ = machine_code_.key(request_, last_.result);
      if (key_ && is_known()) return std::move(last_);
    }
    for (int round = 1; one(round); ++round) {
    }
    if (key_ && last_.timed) keep();
    return std::move(last_);
  }

 private:
  bool can_go_on() const { return !last_.result.fault && undo_.can_go_back(); }
  void again() {
    undo_.go_back();
    last_.result = run_();
  }
  timing::EqualLaunches& timed_launches() { return device_.module(request_.module).timed_launches; }
  /// A launch before did the same at first: it is executed as that one was at last.
  bool is_known() {
    const timing::EqualLaunches::Turns* known = timed_launches().turns(*key_);
    if (known == nullptr) return false;
    if (known->contacts) {
      options_.contact_times = known->contacts.get();
      again();
    }
    last_.reads = known->is_steady ? by_clock : about;
    last_.timed = machine_code_.time(request_, last_.result);
    return true;
  }
  void keep() { timed_launches().keep_turns(*key_, {shown_.contacts, last_.reads == by_clock}); }
  /// Times the last execution and, unless it stands, executes the launch again. False: it stands.
  bool one(int round) {
    if (!can_go_on()) {
      const record::ClockReads first = undo_.can_go_back() ? not_timed : not_repeated;
      last_.reads = round == 1 ? first : about;
      last_.timed.reset();
      return false;
    }
    Seen seen{machine_code_.new_readings(),
              waits_ ? std::make_shared<exec::ContactTimes>() : nullptr, 0};
    {
      const ToldTiming told(device_.options.log, true);
      last_.timed = machine_code_.time(
          request_, last_.result, reads_clock_ ? &seen.readings : nullptr, seen.contacts.get());
    }
    if (!last_.timed) {
      last_.reads = not_timed;
      if (round == 1) return false;
      options_.clock = {};
      options_.contact_times = nullptr;
      again();
      return false;
    }
    seen.duration_s = last_.timed->duration_s;
    if (has_settled(seen, round)) return false;
    if (round == kMostRounds) {
      last_.reads = about;
      return false;
    }
    shown_ = std::move(seen);
    show();
    const auto before = machine_code_.traced().fingerprint();
    again();
    return !can_go_on() || machine_code_.traced().fingerprint() != before;
  }
  bool has_settled(const Seen& seen, int round) const {
    if (!reads_clock_ && !seen.contacts->has_repeated()) return true;
    if (round == 1) return false;
    const double by_s = std::abs(seen.duration_s - shown_.duration_s);
    return (!reads_clock_ || seen.readings.largest_difference(shown_.readings) <= kSettledCycles) &&
           (!waits_ || by_s <= kSettledShare * seen.duration_s);
  }
  void show() {
    if (reads_clock_)
      options_.clock = {&shown_.readings,
                        device_.machine.clock.start_of_launch_s(request_.stream, shown_.duration_s,
                                                                machine_code_.use(*last_.timed))};
    options_.contact_times = shown_.contacts.get();
  }

  DeviceState& device_;
  const LaunchRequest& request_;
  LaunchMachineCode& machine_code_;
  exec::LaunchOptions& options_;
  const std::function<exec::LaunchResult()>& run_;
  bool reads_clock_, waits_ = false;
  exec::LaunchUndo undo_;
  ClockedResult last_;
  Seen shown_{exec::ClockReadings(1), nullptr, 0};  ///< to the last execution
  std::optional<timing::Fingerprint> key_;          ///< of the first execution
};

}  // namespace

bool may_wait(const exec::KernelInfo& kernel, const exec::LaunchOptions& options) {
  return kernel.has_contacts && exec::may_go_by_time(options);
}

ClockedResult run_by_clock(DeviceState& device, const LaunchRequest& request,
                           LaunchMachineCode& machine_code, exec::LaunchOptions& options,
                           const std::function<exec::LaunchResult()>& run) {
  const exec::KernelInfo& kernel = device.kernel(request.module, request.kernel);
  if (kernel.can_be_undone) return Rounds(device, request, machine_code, options, run).all();
  ClockedResult once{run()};
  once.reads = not_repeated;
  return once;
}

}  // namespace warpscope::device
