#include "vgpu/timing/clock/memory_path.h"

#include <algorithm>
#include <bit>

namespace warpscope::timing {
namespace {

constexpr std::size_t kL1Ways = 8;

/// What a load of shared memory takes longer than one of a register a lane, beside its wavefronts.
Ticks wide(const MemoryRequest& memory, double cycles_each) {
  constexpr unsigned kRegisterBytes = 4;
  const unsigned bytes = memory.lane_bytes;
  if (bytes <= kRegisterBytes) return 0;
  return ticks_of(cycles_each * (std::bit_width(bytes / kRegisterBytes) - 1));
}

}  // namespace

MemoryPath::MemoryPath(const arch::Profile& profile, std::uint64_t l1_bytes, L2& l2)
    : figures_(profile.clock),
      l2_(l2),
      l1_(l1_bytes / 16 * 15 / kLineBytes, kL1Ways),
      sector_(ticks_of(1 / profile.sm.l1_sectors_per_cycle)),
      line_(ticks_of(1 / profile.clock.address_unit.lines_per_cycle)),
      global_load_(ticks_of(profile.clock.address_unit.global_load_cycles)),
      issue_(ticks_of(profile.clock.address_unit.issue_cycles)),
      subcore_(ticks_of(profile.clock.address_unit.subcore_cycles)),
      l1_hit_(ticks_of(profile.clock.caches.l1_hit_cycles)),
      l1_bank_(ticks_of(profile.clock.caches.l1_bank_cycles)),
      store_line_(ticks_of(profile.clock.address_unit.store_line_cycles)),
      stored_(ticks_of(profile.clock.address_unit.stored_cycles)),
      l2_asked_(ticks_of(profile.clock.caches.l2_asked_cycles)),
      handed_over_(ticks_of(profile.clock.caches.handed_over_cycles)),
      store_to_l2_(ticks_of(profile.clock.caches.store_to_l2_cycles)),
      to_atomics_(ticks_of(profile.clock.atomics.to_l2_cycles)),
      operand_(ticks_of(profile.clock.address_unit.operand_cycles)),
      constant_(ticks_of(profile.clock.address_unit.constant_cycles)),
      special_(ticks_of(profile.clock.address_unit.special_register_cycles)),
      to_sm_(profile.clock.caches.l2_to_sm_sectors_per_cycle, kSmStretches),
      from_sm_(profile.clock.caches.sm_to_l2_sectors_per_cycle, kSmStretches) {}

Ticks MemoryPath::room_at(std::uint32_t sub_core, bool is_global, Ticks now) {
  auto& queue = queues_[sub_core];
  while (!queue.empty() && queue.front() <= now) queue.pop_front();
  const auto& unit = figures_.address_unit;
  const std::size_t entries = is_global ? unit.global_entries : unit.subcore_entries;
  const Ticks room = queue.size() < entries ? now : queue[queue.size() - entries];
  return std::max(room, next_issue_[sub_core]);
}

Ticks MemoryPath::constants_room_at(Ticks now) const {
  const Ticks waiting = constant_ * figures_.address_unit.constant_entries;
  return constants_.free_at() <= now + waiting ? now : constants_.free_at() - waiting;
}

Ticks MemoryPath::read_constant(std::uint32_t sub_core, Action action, Ticks now) {
  const auto& queue = queues_[sub_core];
  const Ticks turn = constants_.serve(now, action == Action::constant ? constant_ : special_);
  return queue.empty() ? turn : std::max(turn, queue.back());
}

Ticks MemoryPath::make_room() {
  const std::size_t most = figures_.address_unit.sectors_ahead;
  Ticks room = 0;
  while (!ahead_.empty()) {
    const bool is_full = sectors_ahead_ > most;
    if (!is_full && ahead_.top().served > unit_.free_at()) break;
    if (is_full) room = std::max(room, ahead_.top().served);
    sectors_ahead_ -= ahead_.top().sectors;
    ahead_.pop();
  }
  unit_.serve(room, 0);
  return room;
}

void MemoryPath::note_sent(std::size_t sectors, Ticks served) {
  ahead_.push({served, sectors});
  sectors_ahead_ += sectors;
}

/// When the unit begins with an instruction that keeps it busy for so long.
Ticks MemoryPath::enter(std::uint32_t sub_core, Ticks now, Ticks busy) {
  const Ticks left = leave_[sub_core].serve(now, subcore_);
  const Ticks begin = std::max(left, unit_.free_at());
  unit_.serve(begin, busy);
  queues_[sub_core].push_back(begin);
  next_issue_[sub_core] = now + issue_;
  return begin;
}

Ticks MemoryPath::busy_of(const MemoryRequest& memory) const {
  if (memory.request == nullptr) return kTicksPerCycle;
  const Request& request = *memory.request;
  return std::max({global_load_, request.sectors * sector_, request.lines * line_,
                   request.bank_words * kTicksPerCycle});
}

Ticks MemoryPath::load_line(const LineRequest& line, exec::L1Use use, Ticks at) {
  Ticks done = at + l1_hit_;
  L1::Line* held = use == exec::L1Use::bypassing ? nullptr : l1_.find(line.line);
  std::uint64_t missing = 0;
  for (std::size_t sector = 0; sector < kLineSectors; ++sector) {
    if ((line.sectors >> sector & 1) == 0) continue;
    if (held != nullptr && held->there[sector] != kNever)
      done = std::max(done, held->there[sector]);
    else
      missing |= std::uint64_t{1} << sector;
  }
  if (missing == 0) return done;
  const Ticks sent = l2_.read(line.line, missing, at + l2_asked_);
  const Ticks there =
      to_sm_.serve(sent, static_cast<std::uint64_t>(std::popcount(missing))) + handed_over_;
  if (in_flight_ != nullptr)
    in_flight_->add(at + l2_asked_, there,
                    static_cast<std::uint64_t>(std::popcount(missing)) * kSectorBytes);
  if (use == exec::L1Use::allocating) {
    if (held == nullptr) held = &l1_.allocate(line.line);
    for (std::size_t sector = 0; sector < kLineSectors; ++sector) {
      if ((missing >> sector & 1) != 0) held->there[sector] = there;
    }
  }
  return std::max(done, there);
}

Ticks MemoryPath::load(std::span<const LineRequest> lines, exec::L1Use use, Ticks at) {
  Ticks done = at + l1_hit_;
  Ticks looked_up = 0;
  for (const LineRequest& line : lines) {
    // Those of one cycle begin together.
    done = std::max(done, load_line(line, use, at + looked_up / kTicksPerCycle * kTicksPerCycle));
    looked_up += line_;
  }
  return done;
}

// Those to local memory go on to L2 as well (bench/calibrate/probes_local.cu).
void MemoryPath::store(const MemoryRequest& memory, Ticks at, Done& done) {
  const LineRequest spilled{memory.spill_line, 0xF, 1};
  const auto lines = memory.request != nullptr ? memory.lines : std::span(&spilled, 1);
  for (const LineRequest& line : lines) {
    L1::Line* held = l1_.find(line.line);
    if (held == nullptr) held = &l1_.allocate(line.line);
    for (std::size_t sector = 0; sector < kLineSectors; ++sector) {
      if ((line.sectors >> sector & 1) != 0) held->there[sector] = at + 5 * kTicksPerCycle;
    }
    const auto sectors = static_cast<std::size_t>(std::popcount(std::uint64_t{line.sectors}));
    const Ticks left = from_sm_.serve(at, sectors);
    const Ticks served = l2_.write(line.line, line.sectors, left + store_to_l2_);
    note_sent(sectors, served - store_to_l2_);
    done.seen = std::max(done.seen, served - store_to_l2_ + to_atomics_);
  }
  done.operands = std::max(at, make_room()) + 2 * operand_;
  done.result = done.operands;
}

MemoryPath::Done MemoryPath::shared(std::uint32_t sub_core, Action action,
                                    const MemoryRequest& memory, Ticks now) {
  const auto& unit = figures_.address_unit;
  const Ticks wavefronts = memory.request != nullptr ? memory.request->wavefronts : 1;
  Ticks busy = wavefronts * kTicksPerCycle;
  if (memory.is_swap) busy = ticks_of(static_cast<double>(wavefronts) * unit.shared_swap_cycles);
  const Ticks begin = enter(sub_core, now, busy);
  Done done{begin, begin + operand_};
  if (action == Action::shared_store) {
    done.result = begin + 5 * operand_;
    return done;
  }
  done.result =
      begin + ticks_of(unit.shared_load_cycles) - subcore_ + wide(memory, unit.shared_wide_cycles);
  done.result += action == Action::shared_atomic
                     ? busy
                     : (wavefronts - 1) * ticks_of(unit.shared_wavefront_cycles);
  return done;
}

MemoryPath::Done MemoryPath::atomic(std::uint32_t sub_core, const MemoryRequest& memory,
                                    Ticks now) {
  if (memory.request == nullptr) {
    const Ticks begin = enter(sub_core, now, kTicksPerCycle);
    return {begin + l1_hit_, begin + operand_};
  }
  const Ticks busy = std::max(kTicksPerCycle, ticks_of(figures_.atomics.sm_cycles_per_sector *
                                                       static_cast<double>(memory.lines.size())));
  const Ticks begin = enter(sub_core, now, busy);
  Ticks served = begin + to_atomics_;
  for (const LineRequest& line : memory.lines) {
    const Ticks of_line = l2_.atomic(line, memory.site->computes_floats, begin + to_atomics_);
    note_sent(1, of_line);
    served = std::max(served, of_line);
  }
  make_room();
  return {served + ticks_of(figures_.atomics.result_cycles), begin + 2 * operand_,
          unit_.free_at() + stored_, served};
}

Ticks MemoryPath::use_mbarrier(std::uint32_t sub_core, Ticks now) {
  return enter(sub_core, now, ticks_of(figures_.mbarriers.unit_cycles));
}

MemoryPath::Done MemoryPath::issue(std::uint32_t sub_core, Action action,
                                   const MemoryRequest& memory, Ticks now) {
  const bool is_known = memory.request != nullptr;
  switch (action) {
    case Action::shuffle: {
      const Ticks begin = enter(sub_core, now, kTicksPerCycle);
      return {begin + ticks_of(figures_.results.shuffle_cycles) - subcore_, begin + operand_};
    }
    case Action::shared_load:
    case Action::shared_store:
    case Action::shared_atomic:
      return shared(sub_core, action, memory, now);
    case Action::global_atomic:
      return atomic(sub_core, memory, now);
    case Action::store: {
      const Ticks lines = is_known ? memory.request->lines : 1;
      const Ticks begin = enter(sub_core, now, std::max(busy_of(memory), lines * store_line_));
      Done done{begin, begin + 2 * operand_};
      if (is_known || memory.spill_line != 0) store(memory, begin, done);
      done.left = unit_.free_at() + stored_;
      return done;
    }
    default:
      break;
  }
  // Loads, copies to shared memory, images.
  Ticks busy = busy_of(memory);
  const bool is_copy = action == Action::asynchronous_copy;
  if (is_copy)
    busy = ticks_of(static_cast<double>(busy) / kTicksPerCycle *
                    figures_.address_unit.asynchronous_copy_share);
  const Ticks begin = enter(sub_core, now, busy);
  if (!is_known && memory.spill_line == 0) return {begin + 20 * kTicksPerCycle, begin + operand_};
  const LineRequest spilled{memory.spill_line, 0xF, 1};
  const auto lines = is_known ? memory.lines : std::span(&spilled, 1);
  const auto use = memory.bypasses_l1       ? exec::L1Use::bypassing
                   : memory.site != nullptr ? memory.site->l1_use
                                            : exec::L1Use::allocating;
  Ticks result = load(lines, use, begin);
  if (is_known && memory.request->bank_words > 1)
    result += (memory.request->bank_words - 1) * l1_bank_;
  if (is_copy) result += 10 * kTicksPerCycle;
  return {result, begin + operand_, 0, begin + to_atomics_};
}

}  // namespace warpscope::timing
