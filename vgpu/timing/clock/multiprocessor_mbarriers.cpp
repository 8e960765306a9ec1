// What an SM's warps do with mbarriers and bulk copies.
#include <algorithm>
#include <bit>
#include <utility>

#include "vgpu/timing/clock/multiprocessor.h"

namespace warpscope::timing {

void Multiprocessor::arrive(Warp& warp, std::uint32_t offset, std::uint32_t count,
                            std::int64_t bytes, bool drops, Ticks at) {
  BlockMbarriers& mbarriers = blocks_[warp.block].mbarriers;
  if (!mbarriers.arrive(offset, count, bytes, drops, at)) return;
  const BlockMbarriers::Woken woken = mbarriers.take_woken(offset);
  BlockTransfers* const transfers = blocks_[warp.block].transfers;
  if (transfers != nullptr) transfers->end_phase({true, offset});
  const Ticks seen = woken.when + ticks_of(launch_.profile.clock.mbarriers.seen_cycles);
  for (const std::uint32_t index : woken.warps) {
    Warp& waiting = *warps_[index];
    if (transfers != nullptr) transfers->go_on(waiting.in_block, {true, offset}, seen);
    waiting.is_blocked = false;
    if (waiting.waits_with < kScoreboards) {
      Ticks& scoreboard = waiting.scoreboards[waiting.waits_with];
      scoreboard = std::max(scoreboard, seen);
      waiting.set_by[waiting.waits_with] = waiting.waits_at;
      set_ready(waiting, waiting.ready);
    } else {
      waiting.ready = std::max(waiting.ready, cycle_of(seen));
    }
    show(waiting, index);
    wake(sub_core_of_[index], waiting.ready);
  }
}

Ticks Multiprocessor::use_mbarriers(std::uint32_t sub_core, Warp& warp, std::uint32_t index,
                                    const PlannedInstruction& planned, Ticks now) {
  const auto& figures = launch_.profile.clock.mbarriers;
  const Ticks turn = memory_.use_mbarrier(sub_core, now);
  Ticks done = turn + ticks_of(figures.test_cycles);
  if (planned.request == PlannedInstruction::kNone) return done;
  BlockMbarriers& mbarriers = blocks_[warp.block].mbarriers;
  BlockTransfers* const transfers = blocks_[warp.block].transfers;
  using Kind = exec::MbarrierRecord::Kind;
  for (const exec::MbarrierRecord& record :
       warp.requests.mbarriers_of(warp.requests.requests[planned.request])) {
    switch (record.kind) {
      case Kind::init:
        mbarriers.init(record.offset, record.count);
        break;
      case Kind::arrival:
        if (transfers != nullptr) transfers->arrive(warp.in_block, {true, record.offset}, turn);
        arrive(warp, record.offset, record.count, record.bytes, record.drops, turn);
        break;
      case Kind::wait: {
        const auto ended = mbarriers.wait(record.offset, record.parity, index);
        const Ticks seen = ended ? std::max(done, *ended + ticks_of(figures.seen_cycles)) : 0;
        if (ended && transfers != nullptr)
          transfers->go_on(warp.in_block, {true, record.offset}, seen);
        if (ended && *ended > turn) {
          done = seen;
        } else if (!ended) {
          warp.is_blocked = true;
          warp.waits_with = launch_.costs[planned.instruction].write_scoreboard;
          warp.waits_at = planned.instruction;
        }
        break;
      }
      case Kind::copies_arrive:
        break;
    }
  }
  return done;
}

void Multiprocessor::copies_arrive(Warp& warp, const PlannedInstruction& planned, Ticks now) {
  if (planned.request == PlannedInstruction::kNone) return;
  BlockMbarriers& mbarriers = blocks_[warp.block].mbarriers;
  for (const exec::MbarrierRecord& record :
       warp.requests.mbarriers_of(warp.requests.requests[planned.request])) {
    if (blocks_[warp.block].transfers != nullptr)
      blocks_[warp.block].transfers->tell_mbarrier(warp.in_block, record.offset);
    mbarriers.expect_arrivals(record.offset, record.count);
    arrive(warp, record.offset, static_cast<std::uint32_t>(std::popcount(record.lanes)), 0, false,
           std::max(now, warp.copies_done));
  }
}

void Multiprocessor::copy_in_bulk(Warp& warp, const PlannedInstruction& planned, Ticks now) {
  if (planned.request == PlannedInstruction::kNone) return;
  for (const exec::BulkCopyRecord& copy :
       warp.requests.copies_of(warp.requests.requests[planned.request])) {
    const MemoryPath::Done done = memory_.copy_in_bulk(copy, now);
    if (copy.mbarrier != exec::BulkCopyRecord::kNoMbarrier) {
      if (blocks_[warp.block].transfers != nullptr && !copy.is_within_shared)
        blocks_[warp.block].transfers->copy_in_bulk(warp.in_block, copy.mbarrier, copy.bytes, now,
                                                    done.result);
      arrive(warp, copy.mbarrier, 0, -static_cast<std::int64_t>(copy.bytes), false, done.result);
      continue;
    }
    warp.bulk_group.read = std::max(warp.bulk_group.read, done.operands);
    warp.bulk_group.written = std::max(warp.bulk_group.written, done.result);
    warp.bulk_by = planned.instruction;
  }
}

Ticks Multiprocessor::wait_for_bulk(Warp& warp, const InstructionCost& cost) {
  Ticks until = 0;
  const std::size_t count = warp.bulk_groups.size();
  for (std::size_t i = 0; i + cost.groups < count; ++i) {
    const Warp::BulkGroup& group = warp.bulk_groups[i];
    until = std::max(until, cost.waits_for_reads ? group.read : group.written);
  }
  // Those that have been waited for in full are not asked about again.
  if (!cost.waits_for_reads && count > cost.groups)
    warp.bulk_groups.erase(
        warp.bulk_groups.begin(),
        warp.bulk_groups.begin() + static_cast<std::ptrdiff_t>(count - cost.groups));
  return until;
}

}  // namespace warpscope::timing
