#include "vgpu/exec/scheduling/by_time.h"

#include <algorithm>

#include "vgpu/exec/scheduling/in_order.h"

namespace warpscope::exec {
namespace {

// Where no clock has seen it: what an instruction takes, and an access that comes back.
constexpr std::uint64_t kInstructionCycles = 6, kAccessCycles = 700;
// Between two contacts, so that warps that wait for a plain access have others' turns between.
constexpr std::int64_t kTurnInstructions = 1 << 11;
// Of a warp, without a block that ended: then more blocks begin than the device holds.
constexpr std::uint64_t kMostTurnsWithoutEnd = 1 << 15;

}  // namespace

ByTime::ByTime(LaunchContext& launch, Worker& worker)
    : launch_(launch), worker_(worker), times_(launch.options.contact_times) {
  const std::uint64_t blocks = launch.blocks.count();
  limit_ = launch.options.is_cooperative
               ? blocks
               : std::max<std::uint64_t>(launch.options.resident_blocks, 1);
  for (const AccessSite& site : launch.kernel.sites) {
    if (!site.is_contact) continue;
    if (site.instruction >= returns_.size()) returns_.resize(site.instruction + 1);
    using Kind = AccessSite::Kind;
    returns_[site.instruction] = site.kind == Kind::global_load || site.kind == Kind::global_atomic;
  }
}

std::optional<Fault> ByTime::run() {
  admit(0);
  while (!next_.empty() && !fault_) {
    const Next next = next_.top();
    next_.pop();
    if (!turn(next)) break;
  }
  return std::move(fault_);
}

bool ByTime::has_room() const {
  return has_room_for_block(launch_, worker_, resident_) || resident_ == 0 ||
         launch_.options.is_cooperative;
}

void ByTime::admit(std::uint64_t now) {
  const std::uint64_t blocks = launch_.blocks.count();
  while (resident_ < limit_ && begun_ < blocks && has_room()) {
    std::uint32_t at = 0;
    if (free_.empty()) {
      at = static_cast<std::uint32_t>(residents_.size());
      residents_.push_back({std::make_unique<BlockRunner>(worker_), 0, {}, 0});
    } else {
      at = free_.back();
      free_.pop_back();
    }
    Resident& block = residents_[at];
    block.number = launch_.blocks(begun_++);
    block.runner->begin(index_of(launch_.configuration.grid, block.number));
    block.runner->start_all();
    block.warps.assign(block.runner->warps_per_block(), {});
    block.last = now;
    ++resident_;
    for (std::uint32_t warp = 0; warp < block.warps.size(); ++warp) {
      WarpTime& time = block.warps[warp];
      time.left = time.at =
          std::max(now, times_ != nullptr && now == 0 ? times_->begin(block.number, warp) : now);
      queue(at, warp);
    }
  }
}

void ByTime::queue(std::uint32_t resident, std::uint32_t warp) {
  WarpTime& time = residents_[resident].warps[warp];
  time.is_queued = true;
  next_.push({time.at, ++order_, resident, warp});
}

// From where the warp was last.
ContactTimes::Step ByTime::step(Resident& block, std::uint32_t warp, std::uint32_t to) const {
  WarpTime& time = block.warps[warp];
  const std::uint32_t before = time.ways[std::uint64_t{time.place} << 32 | to]++;
  if (times_ != nullptr) {
    if (const auto known = times_->step(block.number, warp, time.place, to, before)) return *known;
  }
  const bool waits = time.place < returns_.size() && returns_[time.place];
  const std::uint64_t cycles = time.executed * kInstructionCycles + (waits ? kAccessCycles : 0);
  return {static_cast<std::uint32_t>(cycles), 0};
}

bool ByTime::turn(const Next& next) {
  Resident& block = residents_[next.resident];
  WarpTime& time = block.warps[next.warp];
  time.is_queued = false;
  const bool may_make = time.contact != kNoInstruction;
  if (may_make) {
    time.left = time.comes;
    time.place = time.contact;
    time.executed = 0;
  }
  const BlockRunner::Turn turn = block.runner->run_warp(next.warp, may_make, kTurnInstructions);
  time.executed += turn.executed;
  time.contact = turn.contact;
  ++turns_without_end_;
  if (turn.progress == Progress::fault) {
    fault_ = block.runner->context().fault;
    return false;
  }
  if (turn.has_ended) {
    block.last =
        std::max(block.last, time.left + step(block, next.warp, ContactTimes::kEnd).cycles);
    if (turn.progress == Progress::finished)
      end_block(next.resident);
    else
      go_on(next.resident, block.last);
  } else if (turn.contact != kNoInstruction) {
    const ContactTimes::Step to = step(block, next.warp, turn.contact);
    time.comes = time.left + to.cycles;
    time.at = std::max(next.at + 1, time.comes + to.seen_after);
    queue(next.resident, next.warp);
  } else if (block.runner->can_run(next.warp)) {
    time.at = next.at + std::max<std::uint64_t>(turn.executed * kInstructionCycles, 1);
    queue(next.resident, next.warp);
  } else {
    come_to_barrier(next, turn);
  }
  if (turns_without_end_ > kMostTurnsWithoutEnd * next_.size() && begun_ < launch_.blocks.count()) {
    limit_ = std::min(2 * limit_, launch_.blocks.count());
    turns_without_end_ = 0;
    admit(next.at);
  }
  return !fault_;
}

// Or it waits for lanes or what else there is.
void ByTime::come_to_barrier(const Next& next, const BlockRunner::Turn& turn) {
  WarpTime& time = residents_[next.resident].warps[next.warp];
  if (turn.barrier) {
    const std::uint32_t place = ContactTimes::barrier(*turn.barrier);
    time.left = time.at = time.left + step(residents_[next.resident], next.warp, place).cycles;
    time.place = place;
    time.executed = 0;
  }
  go_on(next.resident, time.at);
}

// Barriers open when their last warp has come.
void ByTime::go_on(std::uint32_t resident, std::uint64_t now) {
  Resident& block = residents_[resident];
  if (!block.runner->release()) {
    fault_ = block.runner->context().fault;
    return;
  }
  std::vector<std::uint32_t> released;
  for (std::uint32_t warp = 0; warp < block.warps.size(); ++warp) {
    if (block.warps[warp].is_queued || !block.runner->can_run(warp)) continue;
    released.push_back(warp);
    now = std::max(now, block.warps[warp].at);
  }
  for (const std::uint32_t warp : released) {
    block.warps[warp].left = block.warps[warp].at = now;
    queue(resident, warp);
  }
}

void ByTime::end_block(std::uint32_t resident) {
  Resident& block = residents_[resident];
  turns_without_end_ = 0;
  ++launch_.finished_blocks;
  --resident_;
  free_.push_back(resident);
  if (!may_go_on(worker_, block.runner->context())) {
    fault_ = block.runner->context().fault;
    return;
  }
  admit(block.last);
}

}  // namespace warpscope::exec
