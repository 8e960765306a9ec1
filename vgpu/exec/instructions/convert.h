// The conversions of cvt.
#pragma once

#include "vgpu/exec/arithmetic/soft_float.h"
#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::convert {

/// One conversion of the general handler.
struct Conversion {
  ptx::Type to, from;
  std::uint8_t to_lane_bytes, from_lane_bytes;  ///< of the registers
  Rounding rounding;
  bool to_integral;  ///< .rni and the like: `rounding` is to an integral value
  std::uint8_t flags;
};
static_assert(sizeof(Conversion) <= sizeof(std::int64_t) && std::is_trivial_v<Conversion>);

inline constexpr std::uint8_t kFlush = 1, kSaturate = 2, kRelu = 4, kSaturateToFinite = 8;

/// A vector loop for a conversion that inner loops use, or nullptr.
Handler fast_handler(const Conversion& conversion);

}  // namespace warpscope::exec::convert
