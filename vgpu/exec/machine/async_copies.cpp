#include "vgpu/exec/machine/async_copies.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "vgpu/counting/warp_size.h"

namespace warpscope::exec {
namespace {

/// What stands where data would be.
constexpr int kOtherBytes = 0x55;

}  // namespace

void AsyncCopies::begin(std::uint32_t warps) {
  warps_.resize(warps);
  for (WarpLog& log : warps_) {
    log.copies.clear();
    log.commits.fill(0);
  }
  bulk_.clear();
  bulk_commits_.clear();
  arrivals_ = 0;
}

void AsyncCopies::end() {
  for (const BulkCopy& copy : bulk_) {
    if (copy.is_to_global) perform(copy);
  }
  bulk_.clear();
}

WarpCopy& AsyncCopies::issue(std::uint32_t warp, std::uint32_t mask) {
  WarpLog& log = warps_.at(warp);
  WarpCopy& copy = log.copies.emplace_back();
  copy.mask = mask;
  copy.group = log.commits;
  return copy;
}

WarpCopy& AsyncCopies::issue_arrival(std::uint32_t warp, std::uint32_t mask) {
  WarpCopy& arrival = issue(warp, mask);
  arrival.is_arrival = true;
  ++arrivals_;
  return arrival;
}

void AsyncCopies::commit(std::uint32_t warp, std::uint32_t lanes) {
  WarpLog& log = warps_.at(warp);
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) log.commits[lane] += lanes >> lane & 1u;
}

void AsyncCopies::perform(std::uint32_t warp, WarpCopy& copy, std::uint32_t lanes,
                          bool is_for_waiters) const {
  lanes &= copy.mask;
  copy.mask &= ~lanes;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const std::uint32_t bytes = copy.source_bytes[lane];
    if (on_done)
      on_done({warp * kWarpSize + lane, copy.instruction, copy.to[lane], copy.size_bytes,
               is_for_waiters});
    if (brings_other_bytes) {
      std::memset(copy.to[lane], kOtherBytes, copy.size_bytes);
      continue;
    }
    if (bytes == copy.size_bytes) {
      std::memcpy(copy.to[lane], copy.from[lane], bytes);
      continue;
    }
    if (bytes != 0) std::memcpy(copy.to[lane], copy.from[lane], bytes);
    std::memset(copy.to[lane] + bytes, 0, copy.size_bytes - bytes);
  }
}

void AsyncCopies::drop_done(WarpLog& log) {
  std::erase_if(log.copies, [](const WarpCopy& copy) { return copy.mask == 0; });
}

void AsyncCopies::wait_group(std::uint32_t warp, std::uint32_t lanes, std::uint32_t most_recent) {
  WarpLog& log = warps_.at(warp);
  for (WarpCopy& copy : log.copies) {
    if (copy.is_arrival) continue;
    std::uint32_t complete = 0;
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      const bool is_old = std::uint64_t{copy.group[lane]} + most_recent < log.commits[lane];
      complete |= (is_old ? 1u : 0u) << lane;
    }
    perform(warp, copy, complete & lanes);
  }
  drop_done(log);
}

void AsyncCopies::wait_all(std::uint32_t warp, std::uint32_t lanes) {
  WarpLog& log = warps_.at(warp);
  for (WarpCopy& copy : log.copies) {
    if (!copy.is_arrival) perform(warp, copy, lanes);
  }
  drop_done(log);
}

void AsyncCopies::move_early() {
  for (std::uint32_t warp = 0; warp < warps_.size(); ++warp) {
    if (!warps_[warp].copies.empty()) wait_all(warp, ~std::uint32_t{0});
  }
  for (BulkCopy& copy : bulk_) {
    if (copy.reduce != nullptr || copy.is_moved) continue;
    perform(copy);
    copy.is_moved = true;
  }
}

void AsyncCopies::issue(BulkCopy copy) {
  if (copy.thread >= bulk_commits_.size()) bulk_commits_.resize(copy.thread + 1);
  copy.group = bulk_commits_[copy.thread];
  bulk_.push_back(copy);
}

void AsyncCopies::commit_bulk(std::uint32_t thread) {
  if (thread >= bulk_commits_.size()) bulk_commits_.resize(thread + 1);
  ++bulk_commits_[thread];
}

void AsyncCopies::wait_bulk(std::uint32_t thread, std::uint32_t most_recent) {
  if (thread >= bulk_commits_.size()) return;
  const std::uint64_t commits = bulk_commits_[thread];
  std::erase_if(bulk_, [&](const BulkCopy& copy) {
    if (copy.thread != thread || copy.mbarrier != nullptr ||
        std::uint64_t{copy.group} + most_recent >= commits)
      return false;
    perform(copy);
    return true;
  });
}

void AsyncCopies::perform(const BulkCopy& copy) const {
  if (on_done)
    on_done({copy.thread, copy.instruction, copy.to, copy.size_bytes, copy.mbarrier != nullptr});
  if (copy.is_moved) return;
  if (copy.brings_other_bytes || (brings_other_bytes && !copy.is_to_global)) {
    std::memset(copy.to, kOtherBytes, copy.size_bytes);
    return;
  }
  const std::byte* from = copy.from != nullptr ? copy.from : copy.value.data();
  if (copy.reduce != nullptr) {
    copy.reduce(copy.to, from, copy.size_bytes);
  } else {
    std::memmove(copy.to, from, copy.size_bytes);
  }
}

const char* AsyncCopies::perform_for(std::byte* mbarrier) {
  const char* problem = nullptr;
  Mbarrier object = Mbarrier::load(mbarrier);
  bool any = false;
  if (arrivals_ != 0) {
    for (std::size_t warp = 0; warp < warps_.size(); ++warp) {
      WarpLog& log = warps_[warp];
      for (std::size_t k = 0; k < log.copies.size(); ++k) {
        WarpCopy& arrival = log.copies[k];
        if (!arrival.is_arrival) continue;
        std::uint32_t here = 0;
        for (std::uint32_t rest = arrival.mask; rest != 0; rest &= rest - 1) {
          const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
          if (arrival.to[lane] == mbarrier) here |= 1u << lane;
        }
        if (here == 0) continue;
        for (std::size_t earlier = 0; earlier < k; ++earlier) {
          if (!log.copies[earlier].is_arrival)
            perform(static_cast<std::uint32_t>(warp), log.copies[earlier], here, true);
        }
        any = true;
        const char* failed = object.arrive(static_cast<std::uint32_t>(std::popcount(here)));
        if (failed != nullptr) problem = failed;
        arrival.mask &= ~here;
        if (arrival.mask == 0) --arrivals_;
      }
      drop_done(log);
    }
  }
  std::erase_if(bulk_, [&](const BulkCopy& copy) {
    if (copy.mbarrier != mbarrier) return false;
    perform(copy);
    any = true;
    if (const char* failed = object.complete(copy.size_bytes)) problem = failed;
    return true;
  });
  if (any) object.store(mbarrier);
  return problem;
}

}  // namespace warpscope::exec
