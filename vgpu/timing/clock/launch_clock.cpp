#include "vgpu/timing/clock/launch_clock.h"

#include <algorithm>
#include <memory>
#include <queue>
#include <span>
#include <utility>

#include "arch/l1_size.h"
#include "vgpu/timing/clock/launch_program.h"
#include "vgpu/timing/clock/multiprocessor.h"

namespace warpscope::timing {
namespace {

/// Which sub-core is asked in which cycle.
class Agenda {
 public:
  explicit Agenda(std::size_t sub_cores) : at_(sub_cores, kNoCycle) { slots_.resize(kSlots); }
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
        at_[sub_core] = kNoCycle;
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
  BlockDistributor(const arch::ClockFigures::Grid& figures, const Sample& sample)
      : each_(ticks_of(figures.block_cycles / sample.share)),
        first_(ticks_of(figures.first_cycles)),
        blocks_(sample.blocks) {}
  bool is_empty() const { return blocks_.empty(); }
  void give(Multiprocessor& sm, Ticks now) {
    const Ticks given = distributor_.serve(now, each_);
    sm.begin(*blocks_.front(), given + first_);
    blocks_ = blocks_.subspan(1);
  }

 private:
  Ticks each_, first_;
  Server distributor_;
  std::span<const exec::BlockTrace* const> blocks_;
};

/// Nothing when warps wait for ever. Throws PlansTooLong.
std::optional<TimedLaunch> time_sample(const arch::Profile& profile, const MachineKernel& kernel,
                                       const exec::LaunchTrace& trace, const TimedShape& shape,
                                       const Sample& sample) {
  LaunchProgram launch{profile,
                       kernel,
                       trace,
                       instruction_costs(kernel, profile.clock),
                       WarpPlans(kernel, trace.sites()),
                       ChangedRequests(shape.without),
                       SpillLines(kernel),
                       shape.first_sector,
                       shape.timeline.get(),
                       shape.readings,
                       shape.contacts};
  const std::uint32_t sms = sample.sms;
  const std::uint32_t resident = resident_blocks(profile.sm, shape.block, shape.without);
  if (shape.timeline)
    shape.timeline->expect_blocks(sample.blocks.size() / std::max(1U, sms), resident);
  StallAccount stalls(launch.costs);
  L2 l2(profile, {sample.share, sample.memory_share, sample.turns, shape.l2_contents,
                  shape.first_sector / kLineSectors});
  const std::uint64_t l1_bytes = arch::l1_size(profile.sm.l1_and_shared, profile.sm, shape.block);
  std::vector<std::unique_ptr<Multiprocessor>> multiprocessors;
  for (std::uint32_t i = 0; i < sms; ++i)
    multiprocessors.push_back(std::make_unique<Multiprocessor>(launch, i, l1_bytes, l2, stalls));
  Agenda agenda(std::size_t{sms} * Multiprocessor::kSubCores);
  BlockDistributor distributor(profile.clock.grid, sample);
  const auto pass_on = [&](std::uint32_t sm, std::uint64_t earliest) {
    const auto woken = multiprocessors[sm]->woken();
    for (std::uint32_t i = 0; i < Multiprocessor::kSubCores; ++i) {
      if (woken[i] != kNoCycle)
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
      if (again != kNoCycle) agenda.ask(sub_core, std::max(again, cycle + 1));
      if (of.take_ended_blocks(cycle) != 0) fill(sm, resident, cycle * kTicksPerCycle);
      pass_on(sm, cycle + 1);
    }
  }
  const auto waits = [](const auto& sm) { return sm->resident_blocks() != 0; };
  if (!distributor.is_empty() || std::ranges::any_of(multiprocessors, waits)) return std::nullopt;
  const auto& figures = profile.clock.grid;
  std::uint64_t last = 0;
  for (const auto& sm : multiprocessors) last = std::max(last, sm->last_cycle());
  auto cycles = static_cast<double>(last);
  if (l2.quiet_at() != 0)
    cycles = std::max(cycles, static_cast<double>(cycle_of(l2.quiet_at())) + figures.drain_cycles);
  TimedLaunch timed;
  timed.duration_s = (cycles + figures.outside_cycles) / profile.sm.clock_hz;
  timed.blocks = sample.blocks.size();
  timed.sms = sms;
  for (const auto& sm : multiprocessors) timed.tail_cycles += last - sm->last_cycle();
  timed.stalls = line_stalls(kernel, stalls);
  timed.use = part_use(multiprocessors, l2, stalls, cycles + figures.outside_cycles);
  timed.fetched_bytes = l2.fetched_bytes();
  if (shape.timeline) shape.timeline->end();
  timed.timeline = shape.timeline;
  if (shape.contacts != nullptr) shape.contacts->finish();
  if (shape.readings != nullptr) {
    shape.readings->fill();
    if (timed.blocks == shape.blocks) shape.readings->set_all_sms();
  }
  return timed;
}

}  // namespace

std::optional<TimedLaunch> time_launch(const arch::Profile& profile, const MachineKernel& kernel,
                                       const exec::LaunchTrace& trace, const TimedShape& shape,
                                       const Sample& sample) {
  if (profile.sm.max_threads > IssueQueue::kMostWarps * arch::kWarpThreads) return std::nullopt;
  try {
    return time_sample(profile, kernel, trace, shape, sample);
  } catch (const PlansTooLong&) {
    return std::nullopt;
  }
}

std::optional<TimedLaunch> time_launch(const arch::Profile& profile, const MachineKernel& kernel,
                                       const exec::LaunchTrace& trace, const TimedShape& shape) {
  return time_launch(profile, kernel, trace, shape, sample_of(profile, trace, shape));
}

}  // namespace warpscope::timing
