#include "vgpu/timing/clock/launch_clock.h"

#include <algorithm>
#include <memory>
#include <queue>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "arch/l1_size.h"
#include "vgpu/exec/trace/trace_reader.h"
#include "vgpu/timing/clock/launch_program.h"
#include "vgpu/timing/clock/multiprocessor.h"

namespace warpscope::timing {
namespace {

/// Of a sample.
constexpr std::uint64_t kFewestSms = 6;

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

/// The blocks that are timed, and on how much of the GPU.
struct Sample {
  std::vector<const exec::BlockTrace*> blocks;  ///< in the order of their numbers
  std::uint32_t sms = 0;
  double share = 1;         ///< of L2 and of the block distributor
  double memory_share = 1;  ///< of L2's bytes and of the memory behind it
  double turns = 1;         ///< that an atomic stands for where all SMs' meet
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

/// What blocks ask of the memory that all SMs share.
struct SharedUse {
  std::unordered_set<std::uint64_t> granules;                 ///< that they read
  std::unordered_map<std::uint64_t, std::uint64_t> in_parts;  ///< of L2: sectors of atomics

  void add(const exec::TracedAccess& access, exec::AccessSite::Kind kind,
           std::uint64_t granule_sectors) {
    using Kind = exec::AccessSite::Kind;
    const bool is_atomic = kind == Kind::global_atomic || kind == Kind::global_reduction;
    if (!is_atomic && kind != Kind::global_load && kind != Kind::asynchronous_copy) return;
    for (const exec::SectorRun& run : access.runs) {
      for (std::uint64_t sector = run.first; sector < run.first + run.count; ++sector) {
        if (is_atomic)
          ++in_parts[exec::atomic_part_of(sector / kLineSectors)];
        else
          granules.insert(sector / granule_sectors);
      }
    }
  }
  std::uint64_t longest_queue() const {
    std::uint64_t longest = 0;
    for (const auto& [part, sectors] : in_parts) longest = std::max(longest, sectors);
    return longest;
  }
};

SharedUse shared_use(const std::vector<const exec::BlockTrace*>& blocks,
                     std::span<const exec::AccessSite> sites, std::uint32_t granule_bytes) {
  SharedUse use;
  for (const exec::BlockTrace* block : blocks) {
    for (std::size_t warp = 0; warp < block->warp_end.size(); ++warp) {
      exec::TraceReader reader(block->warp(warp));
      for (auto record = reader.next(); record; record = reader.next()) {
        if (const auto* access = std::get_if<exec::TracedAccess>(&*record))
          use.add(*access, sites[access->site].kind, granule_bytes / kSectorBytes);
      }
    }
  }
  return use;
}

Sample sample_of(const arch::Profile& profile, const exec::LaunchTrace& trace,
                 const TimedShape& shape) {
  // So much of a trace is a million instructions or so.
  constexpr double kBytes = 1.5 * (1 << 20);
  const std::uint64_t sms = profile.sm.count;
  const std::uint64_t used = std::clamp<std::uint64_t>(shape.blocks, 1, sms);
  // Columns of the grid: what one SM gets.
  std::uint64_t traced = 1;
  for (const auto& [number, block] : trace.blocks()) traced = std::max(traced, number % sms + 1);
  const double wanted = static_cast<double>(traced) * kBytes /
                        static_cast<double>(std::max<std::uint64_t>(1, trace.size_bytes()));
  const auto columns = static_cast<std::uint64_t>(
      std::clamp(std::floor(wanted), static_cast<double>(std::min(traced, kFewestSms)),
                 static_cast<double>(traced)));
  Sample sample;
  for (const auto& [number, block] : trace.blocks()) {
    if (number % sms < columns) sample.blocks.push_back(&block);
  }
  sample.sms = static_cast<std::uint32_t>(columns);
  if (columns == used) return sample;
  sample.share = sample.memory_share = static_cast<double>(columns) / static_cast<double>(used);
  // Data that all blocks share are read by the sample, too: it misses as often as all would, not as
  // its share would. Words that all change are as busy as with all.
  const SharedUse use = shared_use(sample.blocks, trace.sites(), profile.memory.dram_granule_bytes);
  if (shape.read_granules != 0)
    sample.memory_share = std::clamp(
        static_cast<double>(use.granules.size()) / static_cast<double>(shape.read_granules),
        sample.share, 1.0);
  if (const std::uint64_t own = use.longest_queue(); own != 0)
    sample.turns =
        std::clamp(static_cast<double>(shape.longest_atomic_queue) / static_cast<double>(own), 1.0,
                   1 / sample.share);
  return sample;
}

/// Nothing when warps wait for ever. Throws PlansTooLong.
std::optional<TimedLaunch> time_sample(const arch::Profile& profile, const MachineKernel& kernel,
                                       const exec::LaunchTrace& trace, const TimedShape& shape) {
  LaunchProgram launch{profile,
                       kernel,
                       trace,
                       instruction_costs(kernel, profile.clock),
                       WarpPlans(kernel, trace.sites()),
                       ChangedRequests(shape.without),
                       shape.timeline};
  const Sample sample = sample_of(profile, trace, shape);
  const std::uint32_t sms = sample.sms;
  const std::uint32_t resident = resident_blocks(profile.sm, shape.block, shape.without);
  StallAccount stalls(launch.costs);
  L2 l2(profile, {sample.share, sample.memory_share, sample.turns, shape.l2_contents});
  const std::uint64_t l1_bytes = arch::l1_size(profile.sm.l1_and_shared, profile.sm, shape.block);
  std::vector<std::unique_ptr<Multiprocessor>> multiprocessors;
  for (std::uint32_t i = 0; i < sms; ++i)
    multiprocessors.push_back(std::make_unique<Multiprocessor>(launch, l1_bytes, l2, stalls));
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
      if (of.take_ended_blocks() != 0) fill(sm, resident, cycle * kTicksPerCycle);
      pass_on(sm, cycle + 1);
    }
  }
  const auto waits = [](const auto& sm) { return sm->resident_blocks() != 0; };
  if (!distributor.is_empty() || std::ranges::any_of(multiprocessors, waits)) return std::nullopt;
  const auto& figures = profile.clock.grid;
  double cycles = 0;
  for (const auto& sm : multiprocessors)
    cycles = std::max(cycles, static_cast<double>(sm->last_cycle()) + figures.exit_cycles);
  if (l2.quiet_at() != 0)
    cycles = std::max(cycles, static_cast<double>(cycle_of(l2.quiet_at())) + figures.drain_cycles);
  TimedLaunch timed;
  timed.duration_s = (cycles + figures.outside_cycles) / profile.sm.clock_hz;
  timed.blocks = sample.blocks.size();
  timed.sms = sms;
  std::uint64_t last = 0;
  for (const auto& sm : multiprocessors) last = std::max(last, sm->last_cycle());
  for (const auto& sm : multiprocessors) timed.tail_cycles += last - sm->last_cycle();
  timed.stalls = line_stalls(kernel, stalls);
  timed.use = part_use(multiprocessors, l2, stalls, cycles + figures.outside_cycles);
  return timed;
}

}  // namespace

exec::LaunchTrace::Limits limits_of_trace(const arch::Profile& profile, const TimedShape& shape) {
  constexpr std::uint64_t kMostWarps = 1 << 16;
  constexpr std::uint64_t kMostTraceBytes = std::uint64_t{1} << 28;
  const std::uint64_t warps = shape.blocks * arch::warps_of(shape.block.threads);
  exec::LaunchTrace::Limits limits;
  limits.most_bytes = kMostTraceBytes;
  if (warps <= kMostWarps || shape.blocks <= profile.sm.count) return limits;
  limits.period = profile.sm.count;
  limits.count = std::clamp<std::uint64_t>(limits.period * kMostWarps / warps,
                                           std::min(kFewestSms, limits.period), limits.period);
  return limits;
}

std::optional<TimedLaunch> time_launch(const arch::Profile& profile, const MachineKernel& kernel,
                                       const exec::LaunchTrace& trace, const TimedShape& shape) {
  if (profile.sm.max_threads > IssueQueue::kMostWarps * arch::kWarpThreads) return std::nullopt;
  try {
    return time_sample(profile, kernel, trace, shape);
  } catch (const PlansTooLong&) {
    return std::nullopt;
  }
}

}  // namespace warpscope::timing
