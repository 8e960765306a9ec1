// Loops over lanes of 16-bit floating-point values: made wide, computed in single precision, made
// narrow again. A packed pair (f16x2) is two neighbours of 64.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "vgpu/exec/arithmetic/half_bits.h"
#include "vgpu/exec/machine/warp.h"

namespace warpscope::exec {

/// `value` in single precision, rounded to odd: rounding that to a 16-bit format gives what
/// rounding `value` itself would.
inline float round_to_odd(double value) {
  const auto near = static_cast<float>(value);
  const auto back = static_cast<double>(near);
  const std::uint32_t too_far = std::fabs(back) > std::fabs(value) ? 1 : 0;
  const std::uint32_t inexact = back != value ? 1 : 0;
  return std::bit_cast<float>((std::bit_cast<std::uint32_t>(near) - too_far) | inexact);
}

/// A subnormal becomes a zero of its sign.
template <typename Format>
std::uint16_t flush_half(std::uint16_t half) {
  return (half & Format::kExponentMask) == 0 ? static_cast<std::uint16_t>(half & 0x8000u) : half;
}

template <typename Format, bool kFlush, std::uint32_t kCount>
void widen_lanes(const std::uint16_t* from, float* to) {
#pragma GCC ivdep
  for (std::uint32_t i = 0; i < kCount; ++i)
    to[i] = Format::widen(kFlush ? flush_half<Format>(from[i]) : from[i]);
}

/// Makes `from` narrow and writes the elements of active lanes.
template <typename Format, bool kFlush, std::uint32_t kPack>
void store_lanes(WarpContext& c, Slot slot, const float* from) {
  constexpr std::uint32_t kCount = kWarpSize * kPack;
  alignas(64) std::uint16_t narrow[kCount];
#pragma GCC ivdep
  for (std::uint32_t i = 0; i < kCount; ++i) {
    const std::uint16_t half = Format::narrow(from[i]);
    narrow[i] = kFlush ? flush_half<Format>(half) : half;
  }
  std::uint16_t* d = c.at<std::uint16_t>(slot);
  if (c.is_full()) {
    std::memcpy(d, narrow, sizeof narrow);
    return;
  }
  for (std::uint32_t i = 0; i < kCount; ++i) {
    if (c.lane_mask[i / kPack] != 0) d[i] = narrow[i];
  }
}

/// d = F(a) of 16-bit elements; kPack of them in each lane.
template <typename F, typename Format, std::uint32_t kPack, bool kFlush>
const Operation* half_unary(WarpContext& c, const Operation* op) {
  constexpr std::uint32_t kCount = kWarpSize * kPack;
  alignas(64) float a[kCount];
  widen_lanes<Format, kFlush, kCount>(c.at<std::uint16_t>(op->a), a);
#pragma GCC ivdep
  for (std::uint32_t i = 0; i < kCount; ++i) a[i] = F::apply(a[i]);
  store_lanes<Format, kFlush, kPack>(c, op->d, a);
  return op + 1;
}

template <typename F, typename Format, std::uint32_t kPack, bool kFlush>
const Operation* half_binary(WarpContext& c, const Operation* op) {
  constexpr std::uint32_t kCount = kWarpSize * kPack;
  alignas(64) float a[kCount], b[kCount];
  widen_lanes<Format, kFlush, kCount>(c.at<std::uint16_t>(op->a), a);
  widen_lanes<Format, kFlush, kCount>(c.at<std::uint16_t>(op->b), b);
#pragma GCC ivdep
  for (std::uint32_t i = 0; i < kCount; ++i) a[i] = F::apply(a[i], b[i]);
  store_lanes<Format, kFlush, kPack>(c, op->d, a);
  return op + 1;
}

template <typename F, typename Format, std::uint32_t kPack, bool kFlush>
const Operation* half_ternary(WarpContext& c, const Operation* op) {
  constexpr std::uint32_t kCount = kWarpSize * kPack;
  alignas(64) float a[kCount], b[kCount], e[kCount];
  widen_lanes<Format, kFlush, kCount>(c.at<std::uint16_t>(op->a), a);
  widen_lanes<Format, kFlush, kCount>(c.at<std::uint16_t>(op->b), b);
  widen_lanes<Format, kFlush, kCount>(c.at<std::uint16_t>(op->c), e);
#pragma GCC ivdep
  for (std::uint32_t i = 0; i < kCount; ++i) a[i] = F::apply(a[i], b[i], e[i]);
  store_lanes<Format, kFlush, kPack>(c, op->d, a);
  return op + 1;
}

}  // namespace warpscope::exec
