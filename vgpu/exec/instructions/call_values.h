// Arguments and results of calls of functions that have no PTX body, one lane at a time.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "vgpu/exec/machine/block.h"

namespace warpscope::exec::system_call {

inline const CallSite& site_of(const WarpContext& c, const Operation* op) {
  return c.block->kernel->calls[op->call.site];
}

inline std::byte* lane_bytes(WarpContext& c, const ParameterArea& area, std::uint32_t lane) {
  return c.frame + area.offset + std::size_t{lane} * area.stride_bytes;
}

/// The argument's first bytes, as many as it and `T` have; the others are zero.
template <typename T = std::uint64_t>
T argument(WarpContext& c, const Operation* op, std::size_t index, std::uint32_t lane) {
  const ParameterArea& area = site_of(c, op).arguments[index];
  T value{};
  std::memcpy(&value, lane_bytes(c, area, lane), std::min<std::size_t>(area.size_bytes, sizeof(T)));
  return value;
}

inline void set_result(WarpContext& c, const Operation* op, std::uint32_t lane,
                       std::uint64_t value) {
  const CallSite& site = site_of(c, op);
  if (site.returns.empty()) return;
  const ParameterArea& area = site.returns.front();
  std::memcpy(lane_bytes(c, area, lane), &value, std::min<std::size_t>(area.size_bytes, 8));
}

/// Each active lane in turn. `act` returns false after raising a fault.
template <typename Act>
const Operation* for_each_lane(WarpContext& c, const Operation* op, const Act& act) {
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1) {
    if (!act(static_cast<std::uint32_t>(std::countr_zero(rest)))) return nullptr;
  }
  return op + 1;
}

/// What was remembered of memory that is freed must not be found again.
inline void forget_accesses(WarpContext& c) {
  auto& cache = c.block->worker->access_cache;
  std::fill(cache.begin(), cache.end(), AccessCache{});
}

}  // namespace warpscope::exec::system_call
