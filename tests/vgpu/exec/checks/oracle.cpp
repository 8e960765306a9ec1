#include "tests/vgpu/exec/checks/oracle.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "vgpu/exec/observation/observer.h"

namespace warpscope::exec::checks {
namespace {

// Blocks publish by pairs of words (checker.cpp); closer than that no test has flags.
constexpr std::uint64_t kFlagBytes = 8;

template <typename Visit>
void for_each_lane(std::uint32_t lanes, const Visit& visit) {
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
    visit(static_cast<std::uint32_t>(std::countr_zero(rest)));
}

}  // namespace

class Oracle::Block
    : public ObserverOf<Oracle::Block, BlockBegin, WarpEnd, AccessEvent, Fence, WarpSync,
                        BarrierArrival, BarrierOpening, MbarrierArrival, MbarrierWait> {
 public:
  explicit Block(Oracle& oracle) : oracle_(oracle) {}
  void on(const BlockBegin& block) {
    block_ = static_cast<std::uint32_t>(block.number);
    arrived_.clear();
  }
  void on(const WarpEnd& ended) { warp_of(ended.warp).has_exited = true; }
  void on(const AccessEvent& event) { oracle_.access(block_, event); }
  void on(const Fence& fence) { oracle_.fence(block_, fence.who, fence.scope); }
  void on(const WarpSync& sync) {
    if (sync.orders_memory) oracle_.sync_lanes(block_, sync.who);
  }
  void on(const BarrierArrival& arrival) {
    const auto& [who, barrier] = arrival;
    Arrived& arrived = arrived_[barrier];
    for_each_lane(who.lanes,
                  [&](std::uint32_t lane) { join(arrived.strict, strict_of(who.warp, lane)); });
    join(arrived.generous, oracle_.knowledge_of(block_, who.warp));
  }
  void on(const BarrierOpening& opening) {
    const auto& [barrier, waiting] = opening;
    Arrived all = arrived_[barrier];
    arrived_.erase(barrier);
    std::map<std::uint32_t, std::uint32_t> lanes_of;
    for (const WarpLanes& who : waiting) {
      lanes_of[who.warp] |= who.lanes;
      for_each_lane(who.lanes,
                    [&](std::uint32_t lane) { join(all.strict, strict_of(who.warp, lane)); });
    }
    for (std::uint32_t warp = 0; warp < oracle_.warps_per_block_; ++warp) {
      if (lanes_of.contains(warp) || warp_of(warp).has_exited)
        join(all.generous, oracle_.knowledge_of(block_, warp));
    }
    for (const auto& [warp, lanes] : lanes_of) {
      oracle_.teach(block_, warp, all.generous, false);
      oracle_.sync_lanes(block_, {warp, lanes});
      for_each_lane(lanes,
                    [&, w = warp](std::uint32_t lane) { join(strict_of(w, lane), all.strict); });
    }
  }
  void on(const MbarrierArrival& arrival) {
    const auto& [who, offset] = arrival;
    for_each_lane(who.lanes, [&](std::uint32_t lane) {
      join(oracle_.arrivals_[{block_, offset}], strict_of(who.warp, lane));
    });
    join(oracle_.published_[{block_, offset}], oracle_.knowledge_of(block_, who.warp));
  }
  void on(const MbarrierWait& wait) {
    const auto& [who, offset] = wait;
    for_each_lane(who.lanes, [&](std::uint32_t lane) {
      join(strict_of(who.warp, lane), oracle_.arrivals_[{block_, offset}]);
    });
    oracle_.teach(block_, who.warp, oracle_.published_[{block_, offset}], true);
  }

 private:
  struct Arrived {
    Clock strict;
    Shared generous;
  };
  Clock& strict_of(std::uint32_t warp, std::uint32_t lane) {
    return oracle_.threads_[oracle_.first_thread(block_, warp) + lane].strict;
  }
  Warp& warp_of(std::uint32_t warp) {
    return oracle_.warps_[block_ * oracle_.warps_per_block_ + warp];
  }
  Oracle& oracle_;
  std::uint32_t block_ = 0;
  std::map<std::uint32_t, Arrived> arrived_;
};

Oracle::Oracle(const Kernel& kernel, std::uint32_t blocks, std::uint32_t threads_per_block)
    : kernel_(kernel),
      threads_per_block_(threads_per_block),
      warps_per_block_(threads_per_block / 32),
      threads_(std::size_t{blocks} * threads_per_block),
      warps_(std::size_t{blocks} * warps_per_block_),
      met_in_part_(threads_.size()) {
  for (Thread& thread : threads_) thread.strict.resize(threads_.size());
  for (Thread& thread : threads_) thread.generous.resize(threads_.size());
}

std::unique_ptr<BlockObserver> Oracle::observe_blocks(const BlockShape& /*shape*/) {
  return std::make_unique<Block>(*this);
}

void Oracle::join(Clock& into, const Clock& other) {
  if (into.size() < other.size()) into.resize(other.size());
  for (std::size_t i = 0; i < other.size(); ++i) into[i] = std::max(into[i], other[i]);
}

void Oracle::join(Shared& into, const Shared& other) {
  join(into.known, other.known);
  join(into.fenced, other.fenced);
  join(into.device_fenced, other.device_fenced);
}

Oracle::Shared Oracle::knowledge_of(std::uint32_t block, std::uint32_t warp) const {
  const Warp& of = warps_[block * warps_per_block_ + warp];
  Shared result{{}, of.fenced, of.device_fenced};
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    join(result.known, threads_[first_thread(block, warp) + lane].generous);
  return result;
}

// A warp learns as one what others did; what its own lanes did only where these have met.
void Oracle::teach(std::uint32_t block, std::uint32_t warp, const Shared& what,
                   bool own_lanes_too) {
  const std::uint32_t first = first_thread(block, warp);
  Clock known = what.known;
  for (std::uint32_t i = first; i < first + 32 && i < known.size() && !own_lanes_too; ++i)
    known[i] = 0;
  for (std::uint32_t lane = 0; lane < 32; ++lane) join(threads_[first + lane].generous, known);
  Warp& of = warps_[block * warps_per_block_ + warp];
  join(of.fenced, what.fenced);
  join(of.device_fenced, what.device_fenced);
}

void Oracle::sync_lanes(std::uint32_t block, WarpLanes who) {
  const std::uint32_t first = first_thread(block, who.warp);
  Clock strict, generous;
  for_each_lane(who.lanes, [&](std::uint32_t lane) {
    join(strict, threads_[first + lane].strict);
    join(generous, threads_[first + lane].generous);
  });
  for_each_lane(who.lanes, [&](std::uint32_t lane) {
    threads_[first + lane].strict = strict;
    threads_[first + lane].generous = generous;
    if (who.lanes != ~0U) met_in_part_[first + lane] = true;
  });
}

void Oracle::fence(std::uint32_t block, WarpLanes who, Scope scope) {
  for_each_lane(who.lanes, [&](std::uint32_t lane) {
    Thread& thread = threads_[first_thread(block, who.warp) + lane];
    join(thread.strict, thread.block_pending);
    if (scope != Scope::block) join(thread.strict, thread.device_pending);
    thread.block_fence = thread.strict;
    if (scope != Scope::block) thread.device_fence = thread.strict;
  });
  Warp& warp = warps_[block * warps_per_block_ + who.warp];
  join(warp.fenced, knowledge_of(block, who.warp).known);
  if (scope != Scope::block) join(warp.device_fenced, knowledge_of(block, who.warp).known);
}

void Oracle::acquire(std::uint32_t thread, std::uint64_t address, const AccessEvent& event) {
  const std::uint32_t block = block_of(thread);
  const std::uint32_t warp = thread % threads_per_block_ / 32;
  Thread& who = threads_[thread];
  const bool is_shared = event.space == ptx::Space::shared;
  const std::uint64_t place = is_shared ? address | std::uint64_t{block + 1} << 52 : address;
  if (const auto flag = flags_.find(place); flag != flags_.end()) {
    if (flag->second.block == block) join(who.block_pending, flag->second.for_block);
    if (event.scope != Scope::block) join(who.device_pending, flag->second.for_all);
    if (is_acquiring(event.ordering)) {
      join(who.strict, who.block_pending);
      join(who.strict, who.device_pending);
    }
  }
  if (const auto found = published_.find({block, address}); found != published_.end())
    teach(block, warp, found->second, true);
  const auto released = released_at_.find(address / kFlagBytes);
  if (is_shared || event.scope == Scope::block || released == released_at_.end()) return;
  // A warp learns of other blocks as one, and all that was released until then.
  Clock known = released->second;
  const std::uint32_t begin = first_thread(block, 0), first = first_thread(block, warp);
  for (std::uint32_t i = begin; i < begin + threads_per_block_ && i < known.size(); ++i)
    known[i] = 0;
  for (std::uint32_t i = first; i < first + 32; ++i) join(threads_[i].generous, known);
}

void Oracle::release(std::uint32_t thread, std::uint64_t address, const AccessEvent& event) {
  const std::uint32_t block = block_of(thread);
  const std::uint32_t warp = thread % threads_per_block_ / 32;
  const Thread& who = threads_[thread];
  const bool is_itself = is_releasing(event.ordering);
  const bool is_shared = event.space == ptx::Space::shared;
  Flag flag;
  flag.block = block;
  flag.for_block = is_itself ? who.strict : who.block_fence;
  if (event.scope != Scope::block) flag.for_all = is_itself ? who.strict : who.device_fence;
  const std::uint64_t place = is_shared ? address | std::uint64_t{block + 1} << 52 : address;
  // An atomic goes on with what the one before it has released.
  if (const auto last = flags_.find(place);
      last != flags_.end() && event.kind == AccessKind::atomic) {
    join(flag.for_all, last->second.for_all);
    join(flag.for_block,
         last->second.block == block ? last->second.for_block : last->second.for_all);
  }
  flags_[place] = flag;
  Shared generous = knowledge_of(block, warp);
  const Warp& of = warps_[block * warps_per_block_ + warp];
  if (!is_itself) generous.known = of.fenced;
  if (is_itself || !of.fenced.empty()) join(published_[{block, address}], generous);
  if (is_shared || event.scope == Scope::block || (!is_itself && of.device_fenced.empty())) return;
  Clock covered = of.device_fenced;
  if (is_itself) join(covered, knowledge_of(block, warp).known);
  join(released_, covered);
  released_at_[address / kFlagBytes] = released_;
}

bool Oracle::both_strong(const Step& a, const Step& b) const {
  const bool is_apart = block_of(a.thread) != block_of(b.thread);
  return a.is_strong && b.is_strong && (!is_apart || (a.is_device_wide && b.is_device_wide));
}

bool Oracle::same_value(const Step& a, const Step& b) const {
  return a.has_value && b.has_value && a.value == b.value;
}

// Behind strong writes a strong access may race with the plain one before them, and a plain load
// with the last of them by another warp. Of two stores it is not known whether they differ.
template <typename Races, typename LinesOf>
void Oracle::require_covered(const Cell& cell, const Step& step, const Races& races,
                             const LinesOf& lines) {
  if (cell.first_read == 0 || !cell.steps[cell.first_read - 1].is_strong) return;
  const Step& last = cell.steps[cell.first_read - 1];
  bool has_other_warp = false;
  for (std::size_t i = cell.first_read - 1; i-- > 0;) {
    const Step& other = cell.steps[i];
    if (!other.is_write) continue;
    if (!other.is_strong) {
      if (step.is_strong && !(step.has_value && other.has_value) && races(other))
        required_.insert({lines(other)});
      return;
    }
    if (step.is_strong || step.is_write || has_other_warp || other.thread / 32 == last.thread / 32)
      continue;
    has_other_warp = true;
    if (!races(other)) continue;
    if (races(last)) {
      required_.insert({lines(other), lines(last)});
    } else {
      required_.insert({lines(other)});
    }
  }
}

void Oracle::require(const Cell& cell, const Step& step, bool is_shared) {
  const auto races = [&](const Step& other) {
    return other.thread != step.thread && (other.is_write || step.is_write) &&
           !both_strong(other, step) && !same_value(other, step) &&
           !(other.is_write && step.changes_nothing) &&
           other.time > threads_[step.thread].generous[other.thread];
  };
  const auto lines = [&](const Step& other) {
    return Lines{std::min(other.line, step.line), std::max(other.line, step.line)};
  };
  if (cell.first_read != 0 && races(cell.steps[cell.first_read - 1]))
    required_.insert({lines(cell.steps[cell.first_read - 1])});
  require_covered(cell, step, races, lines);
  if (!step.is_write || cell.first_read == cell.steps.size()) return;
  // Not all readers are kept: of shared memory two warps', of global memory one.
  std::map<std::uint32_t, bool> all_of_warp;
  std::set<std::uint32_t> own_lanes;
  std::set<Lines> pairs;
  bool all = true;
  for (std::size_t i = cell.first_read; i < cell.steps.size(); ++i) {
    const Step& read = cell.steps[i];
    const bool does = races(read);
    if (does) pairs.insert(lines(read));
    all = all && does;
    bool& of_warp = all_of_warp.try_emplace(read.thread / 32, true).first->second;
    of_warp = of_warp && does;
    if (read.thread / 32 == step.thread / 32) own_lanes.insert(read.thread);
  }
  // Of several lanes of the writer's warp it is not kept which.
  if (own_lanes.size() > 1 && met_in_part_[step.thread]) return;
  const bool has_whole_warp = std::any_of(all_of_warp.begin(), all_of_warp.end(),
                                          [](const auto& warp) { return warp.second; });
  if (all || (is_shared && all_of_warp.size() <= 2 && has_whole_warp)) required_.insert(pairs);
}

void Oracle::look_at(const Step& step, bool is_shared, std::uint64_t number,
                     std::uint64_t address) {
  Cell& cell = cells_[{is_shared ? block_of(step.thread) + 1 : 0, number}];
  for (const Step& other : cell.steps) {
    if (other.thread == step.thread || !(other.is_write || step.is_write)) continue;
    if (other.time <= threads_[step.thread].strict[other.thread]) continue;
    if (same_value(other, step)) continue;
    // Lanes that exchange volatile values in step are named although PTX allows it.
    const bool is_exchange =
        is_shared && other.thread / 32 == step.thread / 32 && !other.is_atomic && !step.is_atomic;
    if (both_strong(other, step) && !is_exchange) continue;
    possible_.insert(key_of(step.line, step.thread, other.line, other.thread, address));
    possible_.insert(key_of(other.line, other.thread, step.line, step.thread, address));
  }
  require(cell, step, is_shared);
  const bool is_again = !cell.steps.empty() && !step.is_write && !cell.steps.back().is_write &&
                        cell.steps.back().thread == step.thread &&
                        cell.steps.back().line == step.line;
  if (is_again) cell.steps.pop_back();  // a loop that polls
  cell.steps.push_back(step);
  if (step.is_write) cell.first_read = cell.steps.size();
}

void Oracle::access(std::uint32_t block, const AccessEvent& event) {
  if (event.space == ptx::Space::local || event.kind == AccessKind::copy_done) return;
  const bool is_strong = event.ordering != Ordering::weak;
  const bool reads = event.kind == AccessKind::read || event.kind == AccessKind::atomic;
  const bool writes = event.kind != AccessKind::read;
  const bool is_shared = event.space == ptx::Space::shared;
  const std::uint32_t first = first_thread(block, event.warp);
  ++accesses_;
  // All lanes at once, as one instruction. Who does not look at what an atomic found learns nothing
  // of it.
  if (is_strong && reads && event.is_result_used)
    for_each_lane(event.lanes,
                  [&](std::uint32_t lane) { acquire(first + lane, event.addresses[lane], event); });
  for_each_lane(event.lanes, [&](std::uint32_t lane) {
    const std::uint32_t thread = first + lane;
    Step step;
    step.thread = thread;
    step.time = ++threads_[thread].strict[thread];
    threads_[thread].generous[thread] = step.time;
    step.line = kernel_.instruction(event.instruction).location.line;
    step.is_write = writes;
    step.is_atomic = event.kind == AccessKind::atomic;
    step.is_strong = is_strong;
    step.is_device_wide = event.scope != Scope::block;
    for (std::uint32_t byte = 0; byte < event.size_bytes; byte += 4) {
      step.has_value = event.kind == AccessKind::write && event.values.at(byte / 4) != nullptr;
      step.changes_nothing = false;
      if (step.has_value) {
        std::memcpy(&step.value,
                    event.values.at(byte / 4) + std::size_t{lane} * event.register_bytes, 4);
        step.changes_nothing = std::memcmp(event.host(lane) + byte, &step.value, 4) == 0;
      }
      const std::uint64_t address = event.addresses[lane] + byte;
      look_at(step, is_shared, address / 4, address);
    }
  });
  // A write of what was there already: whoever reads it need not have waited for it.
  std::uint32_t changing = event.lanes;
  for_each_lane(event.lanes, [&](std::uint32_t lane) {
    const auto finds = [&](const std::byte* values) {
      return std::memcmp(event.host(lane), values + std::size_t{lane} * event.register_bytes,
                         event.size_bytes) == 0;
    };
    if (event.values[0] == nullptr || event.size_bytes != event.element_bytes) return;
    if (finds(event.values[0]) || (event.compared != nullptr && !finds(event.compared)))
      changing &= ~(1u << lane);
  });
  if (is_strong && writes)
    for_each_lane(changing,
                  [&](std::uint32_t lane) { release(first + lane, event.addresses[lane], event); });
}

}  // namespace warpscope::exec::checks
