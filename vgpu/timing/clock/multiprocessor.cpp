#include "vgpu/timing/clock/multiprocessor.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace warpscope::timing {
namespace {

constexpr std::uint32_t kNone = ~0U;
constexpr double kSecondsPerNanosecond = 1e-9;

}  // namespace

Multiprocessor::Multiprocessor(LaunchProgram& launch, std::uint32_t number, std::uint64_t l1_bytes,
                               L2& l2, StallAccount& stalls)
    : launch_(launch),
      number_(number),
      front_end_(launch.profile.clock.fetch, launch.costs.size() / 8 + 1),
      memory_(launch.profile, l1_bytes, l2),
      way_(ticks_of(launch.profile.clock.address_unit.subcore_cycles)),
      stalls_(stalls) {
  if (launch.timeline == nullptr) return;
  launch.timeline->add_sm();
  memory_.watch(launch.timeline->in_flight());
}

std::uint32_t Multiprocessor::free_slot() {
  if (!free_warps_.empty()) {
    const std::uint32_t slot = free_warps_.back();
    free_warps_.pop_back();
    return slot;
  }
  warps_.push_back(std::make_unique<Warp>());
  sub_core_of_.push_back(0);
  return static_cast<std::uint32_t>(warps_.size() - 1);
}

void Multiprocessor::begin(const exec::BlockTrace& traced, Ticks first) {
  std::uint32_t number = 0;
  if (free_blocks_.empty()) {
    number = static_cast<std::uint32_t>(blocks_.size());
    blocks_.emplace_back();
  } else {
    number = free_blocks_.back();
    free_blocks_.pop_back();
    blocks_[number] = {};
  }
  if (resident_++ == 0) active_since_ = cycle_of(first);
  if (launch_.timeline != nullptr) {
    blocks_[number].in_timeline =
        launch_.timeline->begin_block(number_, traced.number, cycle_of(first));
    blocks_[number].transfers = launch_.timeline->transfers_of(blocks_[number].in_timeline);
  }
  const std::size_t count = traced.warp_end.size();
  exec::ClockReadings::Block* const readings =
      launch_.readings != nullptr ? &launch_.readings->block(traced.number) : nullptr;
  if (readings != nullptr) {
    readings->sm = number_;
    readings->warps.resize(count);
  }
  std::vector<exec::ContactTimes::Warp>* const contacts =
      launch_.contacts != nullptr ? &launch_.contacts->block(traced.number, count) : nullptr;
  for (std::size_t index = 0; index < count; ++index) {
    const std::uint32_t slot = free_slot();
    Warp& warp = *warps_[slot];
    const std::uint64_t warp_number = traced.number * count + index;
    warp.requests.read(traced.warp(index), launch_.trace.sites(), warp_number,
                       launch_.first_sector);
    launch_.changed.apply(warp.requests, launch_.trace.sites());
    warp.plan = launch_.plans.plan_of(warp.requests);
    warp.at = 0;
    if (warp.is_done()) {
      free_warps_.push_back(slot);
      continue;
    }
    warp.next = &launch_.costs[warp.plan->front().instruction];
    warp.number = warp_number;
    warp.readings = readings != nullptr ? &readings->warps[index] : nullptr;
    if (warp.readings != nullptr) warp.readings->assign(warp.requests.clock_reads, 0);
    warp.block = number;
    warp.in_block = static_cast<std::uint32_t>(index);
    warp.is_blocked = false;
    warp.code_line = kNone;
    warp.scoreboards.fill(0);
    warp.groups.clear();
    warp.group = warp.copies_done = 0;
    warp.bulk_groups.clear();
    warp.bulk_group = {};
    warp.open_until = 0;
    const auto sub_core = static_cast<std::uint8_t>(index % kSubCores);
    sub_core_of_[slot] = sub_core;
    warp.begin = warp.ready = cycle_of(first) + index / 2;
    warp.contacts = contacts != nullptr ? &(*contacts)[index] : nullptr;
    if (warp.contacts != nullptr) warp.contacts->begin(warp.begin);
    warp.wait = {};
    warp.wait.since = warp.begin;
    if (launch_.timeline != nullptr)
      warp.wait.spans = launch_.timeline->begin_warp(blocks_[number].in_timeline,
                                                     static_cast<std::uint32_t>(index), warp.begin);
    sub_cores_[sub_core].queue.add(slot, warp.ready, warp.next->unit);
    ++blocks_[number].warps_left;
    wake(sub_core, warp.ready);
  }
  if (blocks_[number].warps_left == 0) {
    --resident_;
    ++ended_;
    free_blocks_.push_back(number);
  }
}

void Multiprocessor::wake(std::uint32_t sub_core, std::uint64_t cycle) {
  sub_cores_[sub_core].wake = std::min(sub_cores_[sub_core].wake, cycle);
}

std::array<std::uint64_t, Multiprocessor::kSubCores> Multiprocessor::woken() {
  std::array<std::uint64_t, kSubCores> cycles{};
  for (std::uint32_t i = 0; i < kSubCores; ++i)
    cycles[i] = std::exchange(sub_cores_[i].wake, kNoCycle);
  return cycles;
}

std::uint32_t Multiprocessor::take_ended_blocks(std::uint64_t cycle) {
  std::erase_if(ending_, [&](std::uint64_t gone) {
    if (gone > cycle) return false;
    ++ended_;
    if (--resident_ == 0) stalls_.add_sm_cycles(gone - active_since_ + 1);
    return true;
  });
  return std::exchange(ended_, 0);
}

Ticks Multiprocessor::unit_free_at(std::uint32_t sub_core, Unit unit, Ticks now) {
  const SubCore& core = sub_cores_[sub_core];
  switch (unit) {
    case Unit::none:
      return 0;
    case Unit::constant:
      return memory_.constants_room_at(now);
    case Unit::address:
    case Unit::global:
      return memory_.room_at(sub_core, unit == Unit::global, now);
    case Unit::fma:
      return std::min(core.busy_until[static_cast<std::size_t>(Unit::fma_heavy)],
                      core.busy_until[static_cast<std::size_t>(Unit::fma_light)]);
    default:
      return core.busy_until[static_cast<std::size_t>(unit)];
  }
}

void Multiprocessor::show(const Warp& warp, std::uint32_t index) {
  IssueQueue& queue = sub_cores_[sub_core_of_[index]].queue;
  queue.set(queue.place_of(index), warp.is_blocked ? kNoCycle : warp.ready, warp.next->unit);
}

bool Multiprocessor::is_local(const Warp& warp) const {
  const InstructionCost& cost = *warp.next;
  return cost.line == warp.code_line && warp.at + 1 < warp.plan->size() &&
         (cost.action == Action::compute || cost.action == Action::branch) && !cost.constant;
}

bool Multiprocessor::fetches(Warp& warp, std::uint32_t index, std::uint64_t cycle) {
  const InstructionCost& cost = *warp.next;
  if (cost.line == warp.code_line && !cost.constant) return false;
  const std::uint32_t instruction = (*warp.plan)[warp.at].instruction;
  const Ticks now = cycle * kTicksPerCycle;
  std::uint64_t there = cycle;
  if (cost.line != warp.code_line) {
    const bool begins = warp.code_line == kNone;
    warp.code_line = cost.line;
    there = cycle_of(front_end_.fetch(cost.line, now));
    if (begins)
      there = std::max(there, cycle_of(now + ticks_of(launch_.profile.clock.fetch.begin_cycles)));
    stalls_.fetch(warp.wait, instruction, there);
  }
  if (there == cycle && cost.constant) {
    there = cycle_of(front_end_.constant_operand(*cost.constant, now));
    stalls_.fetch_constant(warp.wait, instruction, there);
  }
  if (there == cycle) return false;
  warp.ready = there;
  show(warp, index);
  return true;
}

std::uint64_t Multiprocessor::step(std::uint32_t sub_core, std::uint64_t cycle) {
  const std::uint64_t next = step_ahead(sub_core, cycle);
  // One sub-core tells of blocks that end.
  std::uint64_t ends = kNoCycle;
  if (sub_core == 0) {
    for (const std::uint64_t gone : ending_) ends = std::min(ends, gone);
  }
  return std::min(next, std::max(ends, cycle));
}

std::uint64_t Multiprocessor::step_ahead(std::uint32_t sub_core, std::uint64_t cycle) {
  // A new block's warps begin later than that.
  constexpr std::uint64_t kMostAhead = 64;
  SubCore& core = sub_cores_[sub_core];
  const std::uint64_t first = cycle;
  for (;;) {
    const Ticks now = cycle * kTicksPerCycle;
    const auto choice = core.queue.choose(
        cycle, [&](Unit unit) { return cycle_of(unit_free_at(sub_core, unit, now)); },
        [&](Unit unit) { return core.busy[static_cast<std::size_t>(unit)].before(cycle); });
    const bool may_go_on = !core.queue.has_blocked();
    if (choice.place == IssueQueue::kNone) {
      if (!may_go_on || choice.cycle - first > kMostAhead) return choice.cycle;
      cycle = choice.cycle;
      continue;
    }
    Warp& warp = *warps_[core.queue.warp(choice.place)];
    if (cycle != first && !is_local(warp)) return cycle;
    settle(core, choice.place, warp, cycle);
    if (fetches(warp, core.queue.warp(choice.place), cycle)) continue;
    issue(sub_core, choice.place, cycle);
    if (core.queue.size() == 0) return kNoCycle;
    ++cycle;
    if (!may_go_on || cycle - first > kMostAhead) return cycle;
  }
}

void Multiprocessor::settle(SubCore& core, std::size_t place, Warp& warp, std::uint64_t cycle) {
  const auto unit = static_cast<std::size_t>(core.queue.unit(place));
  const std::uint64_t busy = core.busy[unit].before(cycle) - core.queue.busy_before(place);
  const std::uint64_t full =
      core.queue.unit(place) == Unit::global
          ? core.busy[static_cast<std::size_t>(Unit::address)].before(cycle) -
                core.queue.full_before(place)
          : 0;
  stalls_.settle(warp.wait, (*warp.plan)[warp.at].instruction, cycle, busy, full);
}

void Multiprocessor::note_busy(std::uint32_t sub_core, Unit unit, std::uint64_t cycle) {
  const auto note = [&](Unit of) {
    const Ticks free = unit_free_at(sub_core, of, cycle * kTicksPerCycle);
    sub_cores_[sub_core].busy[static_cast<std::size_t>(of)].take(cycle, cycle_of(free));
  };
  if (unit == Unit::none) return;
  if (unit == Unit::constant) {  // all sub-cores have it in common
    const std::uint64_t free = cycle_of(unit_free_at(sub_core, unit, cycle * kTicksPerCycle));
    for (SubCore& core : sub_cores_) core.busy[static_cast<std::size_t>(unit)].take(cycle, free);
    return;
  }
  note(unit);
  // What has a pipe, or the queue, in common.
  if (unit == Unit::fma) {
    note(Unit::fma_heavy);
    note(Unit::fma_light);
  }
  if (unit == Unit::fma_heavy || unit == Unit::fma_light) note(Unit::fma);
  if (unit == Unit::address) note(Unit::global);
  if (unit == Unit::global) note(Unit::address);
}

void Multiprocessor::occupy(SubCore& core, const InstructionCost& cost, Ticks now) {
  if (cost.unit == Unit::none || cost.unit == Unit::address || cost.unit == Unit::global ||
      cost.unit == Unit::constant)
    return;
  unit_busy_[static_cast<std::size_t>(cost.unit)] += cost.busy;
  Ticks& heavy = core.busy_until[static_cast<std::size_t>(Unit::fma_heavy)];
  Ticks& light = core.busy_until[static_cast<std::size_t>(Unit::fma_light)];
  if (cost.unit == Unit::fma) {
    (light <= heavy ? light : heavy) = now + cost.busy;
    return;
  }
  core.busy_until[static_cast<std::size_t>(cost.unit)] = now + cost.busy;
}

MemoryRequest Multiprocessor::memory_of(const Warp& warp, const PlannedInstruction& planned) const {
  MemoryRequest memory;
  const InstructionCost& cost = launch_.costs[planned.instruction];
  memory.bypasses_l1 = cost.bypasses_l1;
  memory.lane_bytes = cost.lane_bytes;
  memory.is_swap = cost.is_swap;
  if (planned.request != kNone) {
    const Request& request = warp.requests.requests[planned.request];
    memory.request = &request;
    memory.site = &launch_.trace.sites()[request.site];
    memory.lines = warp.requests.lines_of(request);
    return memory;
  }
  using machine_code::Class;
  const auto& instruction = launch_.kernel.function->code[planned.instruction];
  if (instruction.unit == Class::local_load || instruction.unit == Class::local_store)
    memory.spill_line = launch_.spills.line_of(instruction, warp.number);
  return memory;
}

/// A warp that pauses goes on when a timer comes round whose time is a power of two, the first that
/// is not shorter (bench/calibrate/probes_clock.cu).
Ticks Multiprocessor::pause_of(const Request& request) const {
  const double cycles =
      std::bit_ceil(request.first_line) * launch_.profile.sm.clock_hz * kSecondsPerNanosecond;
  return ticks_of(std::max(launch_.profile.clock.results.least_pause_cycles, cycles));
}

/// The next instruction may issue from this cycle on, unless it waits for scoreboards.
void Multiprocessor::set_ready(Warp& warp, std::uint64_t next_cycle) {
  warp.ready = next_cycle;
  warp.wait.scoreboards_until = 0;
  const InstructionCost& cost = *warp.next;
  if (cost.waits_for == 0) return;
  for (std::size_t i = 0; i < kScoreboards; ++i) {
    if ((cost.waits_for >> i & 1) == 0) continue;
    const std::uint64_t released = cycle_of(warp.scoreboards[i]);
    if (released <= warp.ready) continue;
    warp.ready = warp.wait.scoreboards_until = released;
    warp.wait.set_by = warp.set_by[i];
  }
}

void Multiprocessor::issue(std::uint32_t sub_core, std::size_t place, std::uint64_t cycle) {
  SubCore& core = sub_cores_[sub_core];
  const std::uint32_t index = core.queue.warp(place);
  Warp& warp = *warps_[index];
  const PlannedInstruction planned = (*warp.plan)[warp.at];
  const InstructionCost& cost = *warp.next;
  const Ticks now = cycle * kTicksPerCycle;
  core.queue.note_issued(place);
  stalls_.issue(warp.wait, planned.instruction, cycle);
  occupy(core, cost, now);
  MemoryPath::Done done{now + cost.result, now + 8 * kTicksPerCycle};
  Ticks next = now + cost.stall_cycles * kTicksPerCycle;
  Ticks arrives = 0;  // of copies
  switch (cost.action) {
    case Action::shuffle:
    case Action::load:
    case Action::store:
    case Action::shared_load:
    case Action::shared_store:
    case Action::shared_atomic:
    case Action::global_atomic:
    case Action::image:
      done = memory_.issue(sub_core, cost.action, memory_of(warp, planned), now);
      break;
    case Action::asynchronous_copy:
      done = memory_.issue(sub_core, cost.action, memory_of(warp, planned), now);
      warp.group = std::max(warp.group, done.result);
      warp.copies_done = std::max(warp.copies_done, done.result);
      warp.copied_by = planned.instruction;
      arrives = done.result;
      done.result = now + 20 * kTicksPerCycle;
      break;
    case Action::end_of_copies:
      warp.groups.push_back(std::exchange(warp.group, 0));
      done.result = now + 10 * kTicksPerCycle;
      break;
    case Action::wait_for_copies:
      while (warp.groups.size() > cost.groups) {
        next = std::max(next, warp.groups.front());
        warp.groups.erase(warp.groups.begin());
      }
      warp.wait.stopped = Stall::long_scoreboard;
      warp.wait.stopped_by = warp.copied_by;
      break;
    case Action::mbarrier:
      done.result = use_mbarriers(sub_core, warp, index, planned, now);
      break;
    case Action::copies_arrive:
      copies_arrive(warp, planned, now);
      break;
    case Action::bulk_copy:
      copy_in_bulk(warp, planned, now);
      break;
    case Action::end_of_bulk_group:
      warp.bulk_groups.push_back(std::exchange(warp.bulk_group, {}));
      break;
    case Action::wait_for_bulk:
      next = std::max(next, wait_for_bulk(warp, cost));
      warp.wait.stopped = Stall::long_scoreboard;
      warp.wait.stopped_by = warp.bulk_by;
      break;
    case Action::constant: {
      const std::uint32_t words =
          planned.request != kNone ? warp.requests.requests[planned.request].wavefronts : 1;
      done.result = front_end_.constants(words, memory_.read_constant(sub_core, cost.action, now));
      break;
    }
    case Action::special_register:
      done.result = memory_.read_constant(sub_core, cost.action, now) + cost.result - way_;
      break;
    case Action::fence:
      next = std::max(next, now + cost.result);
      warp.wait.stopped = Stall::membar;
      break;
    case Action::read_clock:
      if (warp.readings != nullptr && planned.request != kNone)
        (*warp.readings)[warp.requests.requests[planned.request].first_line] = cycle;
      break;
    case Action::pause:
      if (planned.request != kNone)
        next = std::max(next, now + pause_of(warp.requests.requests[planned.request]));
      warp.wait.stopped = Stall::sleeping;
      break;
    default:
      break;
  }
  if (warp.contacts != nullptr) note_contact(warp, planned, cycle, cycle_of(done.seen));
  if (blocks_[warp.block].transfers != nullptr)
    note_transfer(warp, planned, cost, now, arrives != 0 ? arrives : done.result);
  const auto release = [&](std::uint8_t scoreboard, Ticks when) {
    if (scoreboard >= kScoreboards) return;
    when = std::max(when, now + 2 * kTicksPerCycle);
    if (when < warp.scoreboards[scoreboard]) return;
    warp.scoreboards[scoreboard] = when;
    warp.set_by[scoreboard] = planned.instruction;
  };
  release(cost.write_scoreboard, done.result);
  release(cost.read_scoreboard, done.operands);
  warp.open_until = std::max(warp.open_until, done.left);
  if (cost.write_scoreboard < kScoreboards)
    warp.open_until = std::max(warp.open_until, done.result);
  note_busy(sub_core, cost.unit, cycle);
  ++warp.at;
  if (warp.is_done()) return end(sub_core, place, now);
  warp.next = &launch_.costs[(*warp.plan)[warp.at].instruction];
  std::uint64_t may_go_on = std::max(cycle + 1, cycle_of(next));
  warp.wait.fixed_until = cycle + cost.stall_cycles;
  warp.wait.stopped_until = may_go_on;
  if (cost.action == Action::branch) {
    const bool jumps = (*warp.plan)[warp.at].instruction != planned.instruction + 1;
    const auto& pipes = launch_.profile.clock.pipes;
    next += cost.resolves + (jumps ? ticks_of(pipes.taken_branch_cycles) : 0);
    warp.wait.resolved_until = cycle_of(next);
    next += jumps ? ticks_of(launch_.profile.clock.fetch.jump_cycles) : 0;
    warp.wait.fetched_until = may_go_on = std::max(may_go_on, cycle_of(next));
  }
  set_ready(warp, may_go_on);
  if (cost.action == Action::barrier && planned.request != kNone)
    come_to_barrier(warp, index, planned, now);
  core.queue.set(place, warp.is_blocked ? kNoCycle : warp.ready, warp.next->unit);
}

void Multiprocessor::come_to_barrier(Warp& warp, std::uint32_t index,
                                     const PlannedInstruction& planned, Ticks now) {
  const Request& request = warp.requests.requests[planned.request];
  Block& block = blocks_[warp.block];
  const std::uint64_t warps = request.threads == 0
                                  ? block.warps_left
                                  : (request.threads + arch::kWarpThreads - 1) / arch::kWarpThreads;
  if (request.threads == 0) block.barriers.is_for_all(request.barrier);
  if (request.waits) warp.is_blocked = true;
  if (block.transfers != nullptr)
    block.transfers->arrive(warp.in_block, {false, request.barrier}, now);
  const Ticks opens = block.barriers.arrive(request.barrier, index, request.waits, warps,
                                            launch_.profile.clock.barriers, now);
  if (opens == kNever) return;
  const auto waiting = block.barriers.take(request.barrier);
  note_opened(block, request.barrier, waiting, opens);
  open(waiting, opens);
}

void Multiprocessor::open(const std::vector<std::uint32_t>& warps, Ticks when) {
  for (const std::uint32_t index : warps) {
    Warp& warp = *warps_[index];
    warp.is_blocked = false;
    warp.ready = std::max(warp.ready, cycle_of(when));
    if (warp.contacts != nullptr) warp.contacts->go_on(warp.ready);
    warp.wait.stopped = Stall::barrier;
    warp.wait.stopped_until = cycle_of(when);
    show(warp, index);
    wake(sub_core_of_[index], warp.ready);
  }
}

void Multiprocessor::end(std::uint32_t sub_core, std::size_t place, Ticks now) {
  SubCore& core = sub_cores_[sub_core];
  const std::uint32_t index = core.queue.warp(place);
  Warp& warp = *warps_[index];
  const std::uint64_t last = cycle_of(now);
  const InstructionCost& exit = launch_.costs[warp.wait.last];
  warp.wait.fixed_until = last + exit.stall_cycles;
  warp.wait.resolved_until = cycle_of(warp.wait.fixed_until * kTicksPerCycle +
                                      ticks_of(launch_.profile.clock.pipes.exit_cycles));
  const std::uint64_t gone = std::max(warp.wait.resolved_until, cycle_of(warp.open_until));
  stalls_.end(warp.wait, gone);
  if (warp.contacts != nullptr) warp.contacts->come_to(exec::ContactTimes::kEnd, gone, gone);
  last_cycle_ = std::max(last_cycle_, gone);
  core.queue.remove(place);
  free_warps_.push_back(index);
  stalls_.end_warp(gone - warp.begin);
  if (warp.wait.spans != nullptr) warp.wait.spans->end();
  launch_.plans.give_back(std::exchange(warp.plan, nullptr));
  Block& block = blocks_[warp.block];
  block.gone = std::max(block.gone, gone);
  if (--block.warps_left != 0) {
    block.barriers.warp_ended(block.warps_left, launch_.profile.clock.barriers, now,
                              [&](const auto& waiting, Ticks when) { open(waiting, when); });
    return;
  }
  if (launch_.timeline != nullptr) launch_.timeline->end_block(block.in_timeline, block.gone);
  free_blocks_.push_back(warp.block);
  ending_.push_back(block.gone);
  wake(0, block.gone);
}

}  // namespace warpscope::timing
