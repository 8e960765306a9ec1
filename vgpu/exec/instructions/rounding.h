// Lane loops under another rounding direction of the host's floating-point unit.
#pragma once

#include <immintrin.h>

#include <optional>

#include "vgpu/exec/arithmetic/float_values.h"
#include "vgpu/exec/arithmetic/soft_float.h"
#include "vgpu/exec/builder/builder.h"
#include "vgpu/exec/machine/warp.h"

namespace warpscope::exec {

/// `rn`, `rz`, `rm` or `rp` of the instruction; nothing when it states none.
inline std::optional<Rounding> take_rounding(Builder& builder) {
  if (builder.take("rn")) return Rounding::nearest_even;
  if (builder.take("rz")) return Rounding::to_zero;
  if (builder.take("rm")) return Rounding::down;
  if (builder.take("rp")) return Rounding::up;
  return std::nullopt;
}

/// Sets the rounding direction of the thread's SSE and AVX unit while it lives, and whether
/// subnormal operands and results are zero. A result is flushed that would be subnormal if it were
/// rounded with an unbounded exponent, as on the hardware.
class ScopedRounding {
 public:
  ScopedRounding(Rounding rounding, bool flush) : old_(_mm_getcsr()) {
    constexpr unsigned kDown = 0x2000, kUp = 0x4000, kToZero = 0x6000, kFlush = 0x8040;
    unsigned control = old_ & ~(kToZero | kFlush);
    if (flush) control |= kFlush;
    if (rounding == Rounding::down) control |= kDown;
    if (rounding == Rounding::up) control |= kUp;
    if (rounding == Rounding::to_zero) control |= kToZero;
    _mm_setcsr(control);
    // The compiler takes arithmetic to be independent of the control word. But what is loaded from
    // memory after this line and stored before the destructor's is computed in between.
    asm volatile("" ::: "memory");
  }
  ~ScopedRounding() {
    asm volatile("" ::: "memory");
    _mm_setcsr(old_);
  }
  ScopedRounding(const ScopedRounding&) = delete;
  ScopedRounding& operator=(const ScopedRounding&) = delete;

 private:
  unsigned old_;
};

/// How an operation rounds.
struct RoundingForm {
  Rounding rounding;
  bool flush;  ///< subnormal operands and results are zero
};

/// Lanes (lanes.h), computed as its RoundingForm says. The operations that follow are
/// not: the host's unit is as it was before they begin.
template <typename Lanes>
[[gnu::noinline]] void compute_rounded(WarpContext& c, const Operation* op) {
  const auto form = op->form<RoundingForm>();
  const ScopedRounding scope(form.rounding, form.flush);
  Lanes::template compute<false>(c, op);
}
template <typename Lanes>
const Operation* run_rounded(WarpContext& c, const Operation* op) {
  compute_rounded<Lanes>(c, op);
  return op + 1;
}

/// d = F(operands) with `.ftz`, to nearest. A result that was rounded up to the smallest normal
/// number may have to be flushed all the same; only then the host's unit is switched.
template <typename F, typename... Slots>
const Operation* run_flushed(WarpContext& c, const Operation* op, Slots... slots) {
  alignas(64) float result[kWarpSize];
  std::uint32_t on_edge = 0;
#pragma GCC ivdep
  for (std::uint32_t i = 0; i < kWarpSize; ++i) {
    const float value = F::apply(flush(c.at<const float>(slots)[i])...);
    on_edge |= std::fabs(value) == std::numeric_limits<float>::min() ? 1 : 0;
    result[i] = flush(value);
  }
  if (on_edge != 0) {
    const ScopedRounding scope(Rounding::nearest_even, true);
    for (std::uint32_t i = 0; i < kWarpSize; ++i)
      result[i] = F::apply(c.at<const float>(slots)[i]...);
    asm volatile("" : : "r"(result) : "memory");
  }
  float* d = c.at<float>(op->d);
#pragma GCC ivdep
  for (std::uint32_t i = 0; i < kWarpSize; ++i) d[i] = c.lane_mask[i] != 0 ? result[i] : d[i];
  return op + 1;
}
template <typename F>
const Operation* run_flushed_unary(WarpContext& c, const Operation* op) {
  return run_flushed<F>(c, op, op->a);
}
template <typename F>
const Operation* run_flushed_binary(WarpContext& c, const Operation* op) {
  return run_flushed<F>(c, op, op->a, op->b);
}
template <typename F>
const Operation* run_flushed_ternary(WarpContext& c, const Operation* op) {
  return run_flushed<F>(c, op, op->a, op->b, op->c);
}

}  // namespace warpscope::exec
