// What scalar and SIMD video instructions do with two numbers, PTX ISA manual section 9.7.18.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "vgpu/exec/machine/warp.h"

namespace warpscope::exec::video {

enum class Step : std::uint8_t {
  add,
  sub,
  average,
  difference,
  min,
  max,
  shl,
  shr,
  eq,
  ne,
  lt,
  le,
  gt,
  ge
};

/// Any step but a shift, which only scalar instructions have. Of numbers of at most 33 bits.
inline std::int64_t combine(Step step, std::int64_t a, std::int64_t b) {
  switch (step) {
    case Step::add:
      return a + b;
    case Step::sub:
      return a - b;
    case Step::average:
      return (a + b + (a + b >= 0 ? 1 : 0)) >> 1;
    case Step::difference:
      return a < b ? b - a : a - b;
    case Step::min:
      return std::min(a, b);
    case Step::max:
      return std::max(a, b);
    case Step::eq:
      return a == b ? 1 : 0;
    case Step::ne:
      return a != b ? 1 : 0;
    case Step::lt:
      return a < b ? 1 : 0;
    case Step::le:
      return a <= b ? 1 : 0;
    case Step::gt:
      return a > b ? 1 : 0;
    case Step::ge:
      return a >= b ? 1 : 0;
    case Step::shl:
    case Step::shr:
      break;
  }
  return 0;
}

/// Of each active lane the word that `kWord` makes of those of a, b and c. `Form` says what the
/// instruction does.
template <typename Form,
          std::uint32_t (*kWord)(const Form&, std::uint32_t, std::uint32_t, std::uint32_t)>
const Operation* each_word(WarpContext& c, const Operation* op) {
  const auto form = op->form<Form>();
  std::uint32_t* d = c.at<std::uint32_t>(op->d);
  const std::uint32_t* a = c.at<std::uint32_t>(op->a);
  const std::uint32_t* b = c.at<std::uint32_t>(op->b);
  const std::uint32_t* e = c.at<std::uint32_t>(op->c);
  for (std::uint32_t i = 0; i < kWarpSize; ++i) {
    if (c.lane_mask[i] != 0) d[i] = kWord(form, a[i], b[i], e[i]);
  }
  return op + 1;
}

}  // namespace warpscope::exec::video
