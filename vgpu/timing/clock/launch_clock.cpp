#include "vgpu/timing/clock/launch_clock.h"

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <queue>
#include <utility>

#include "arch/l1_size.h"
#include "vgpu/timing/clock/launch_program.h"
#include "vgpu/timing/clock/multiprocessor.h"

namespace warpscope::timing {
namespace {

/// Which sub-core is asked in which cycle.
class Agenda {
 public:
  explicit Agenda(std::size_t sub_cores) : at_(sub_cores, Multiprocessor::kNoCycle) {
    slots_.resize(kSlots);
  }
  void ask(std::uint32_t sub_core, std::uint64_t cycle) {
    if (cycle >= at_[sub_core]) return;
    at_[sub_core] = cycle;
    ++waiting_;
    if (cycle - now_ < kSlots)
      slots_[cycle % kSlots].push_back(sub_core);
    else
      later_.push({cycle, sub_core});
  }
  /// The next cycle in which a sub-core is asked, with those of it; nothing when all is done.
  bool next(std::uint64_t& cycle, std::vector<std::uint32_t>& sub_cores) {
    sub_cores.clear();
    while (waiting_ != 0) {
      if (waiting_ == later_.size()) now_ = std::max(now_, later_.top().first);
      while (!later_.empty() && later_.top().first - now_ < kSlots) {
        slots_[later_.top().first % kSlots].push_back(later_.top().second);
        later_.pop();
      }
      auto& slot = slots_[now_ % kSlots];
      for (const std::uint32_t sub_core : slot) {
        --waiting_;
        if (at_[sub_core] != now_) continue;  // it was asked earlier
        at_[sub_core] = Multiprocessor::kNoCycle;
        sub_cores.push_back(sub_core);
      }
      slot.clear();
      cycle = now_++;
      if (!sub_cores.empty()) return true;
    }
    return false;
  }

 private:
  static constexpr std::uint64_t kSlots = 1 << 13;
  using Later = std::pair<std::uint64_t, std::uint32_t>;
  std::vector<std::uint64_t> at_;
  std::vector<std::vector<std::uint32_t>> slots_;
  std::priority_queue<Later, std::vector<Later>, std::greater<>> later_;
  std::uint64_t now_ = 0;
  std::size_t waiting_ = 0;
};

/// Hands blocks to SMs, in the order of their numbers.
class BlockDistributor {
 public:
  BlockDistributor(const arch::ClockFigures::Grid& figures, const exec::LaunchTrace& trace,
                   double share)
      : each_(ticks_of(figures.block_cycles / share)),
        first_(ticks_of(figures.first_cycles)),
        next_(trace.blocks().begin()),
        end_(trace.blocks().end()) {}
  bool is_empty() const { return next_ == end_; }
  void give(Multiprocessor& sm, Ticks now) {
    const Ticks given = distributor_.serve(now, each_);
    sm.begin(next_->second, given + first_);
    ++next_;
  }

 private:
  Ticks each_, first_;
  Server distributor_;
  std::map<std::uint64_t, exec::BlockTrace>::const_iterator next_, end_;
};

}  // namespace

TimedLaunch time_launch(const arch::Profile& profile, const MachineKernel& kernel,
                        const exec::LaunchTrace& trace, const TimedShape& shape) {
  const std::size_t instructions = kernel.function->code.size();
  LaunchProgram launch{profile,
                       kernel,
                       trace,
                       instruction_costs(kernel, profile.clock),
                       WarpPlans(kernel, trace.sites()),
                       shape.block,
                       std::vector<std::uint64_t>(instructions),
                       std::vector<StallCycles>(instructions)};
  // A sample of blocks is what the same sample of SMs would have had.
  const double share_of_blocks = static_cast<double>(trace.blocks().size()) /
                                 static_cast<double>(std::max<std::uint64_t>(1, shape.blocks));
  const auto sms = static_cast<std::uint32_t>(std::clamp<double>(
      std::round(profile.sm.count * share_of_blocks), 1, profile.sm.count));
  const double share = static_cast<double>(sms) / profile.sm.count;
  const std::uint32_t resident =
      std::max(1U, arch::occupancy(profile.sm, shape.block).blocks());
  L2 l2(profile, share);
  const std::uint64_t l1_bytes =
      arch::l1_size(profile.sm.l1_and_shared, profile.sm, shape.block);
  std::vector<std::unique_ptr<Multiprocessor>> multiprocessors;
  for (std::uint32_t i = 0; i < sms; ++i)
    multiprocessors.push_back(std::make_unique<Multiprocessor>(launch, l1_bytes, l2));
  Agenda agenda(std::size_t{sms} * Multiprocessor::kSubCores);
  BlockDistributor distributor(profile.clock.grid, trace, share);
  const auto pass_on = [&](std::uint32_t sm, std::uint64_t earliest) {
    const auto woken = multiprocessors[sm]->woken();
    for (std::uint32_t i = 0; i < Multiprocessor::kSubCores; ++i) {
      if (woken[i] != Multiprocessor::kNoCycle)
        agenda.ask(sm * Multiprocessor::kSubCores + i, std::max(woken[i], earliest));
    }
  };
  const auto fill = [&](std::uint32_t sm, std::uint32_t most, Ticks now) {
    Multiprocessor& of = *multiprocessors[sm];
    while (!distributor.is_empty() && of.resident_blocks() < most) distributor.give(of, now);
  };
  for (std::uint32_t round = 1; round <= resident; ++round) {
    for (std::uint32_t sm = 0; sm < sms; ++sm) {
      fill(sm, round, 0);
      pass_on(sm, 0);
    }
  }
  std::uint64_t cycle = 0;
  std::vector<std::uint32_t> asked;
  while (agenda.next(cycle, asked)) {
    for (const std::uint32_t sub_core : asked) {
      const std::uint32_t sm = sub_core / Multiprocessor::kSubCores;
      Multiprocessor& of = *multiprocessors[sm];
      const std::uint64_t again = of.step(sub_core % Multiprocessor::kSubCores, cycle);
      if (again != Multiprocessor::kNoCycle) agenda.ask(sub_core, std::max(again, cycle + 1));
      if (of.take_ended_blocks() != 0) fill(sm, resident, cycle * kTicksPerCycle);
      pass_on(sm, cycle + 1);
    }
  }
  TimedLaunch timed;
  for (const auto& sm : multiprocessors) timed.cycles = std::max(timed.cycles, sm->last_cycle() + 5);
  constexpr std::uint64_t kDrainCycles = 100;
  if (l2.quiet_at() != 0)
    timed.cycles = std::max(timed.cycles, cycle_of(l2.quiet_at()) + kDrainCycles);
  timed.duration_s = (static_cast<double>(timed.cycles) + profile.clock.grid.outside_cycles) /
                     profile.sm.clock_hz;
  timed.blocks = trace.blocks().size();
  timed.instructions = std::accumulate(launch.issued.begin(), launch.issued.end(), std::uint64_t{0});
  timed.dram_read_bytes = l2.dram().read_bytes();
  timed.dram_written_bytes = l2.dram().written_bytes();
  timed.lost = launch.plans.lost();
  timed.issued = std::move(launch.issued);
  timed.stalls = std::move(launch.stalls);
  return timed;
}

}  // namespace warpscope::timing
