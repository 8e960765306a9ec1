// What the time model has to know of accesses besides sums: an observer of accesses.
#pragma once

#include "vgpu/exec/access/access.h"

namespace warpscope::exec {

/// Fills a worker's tables (counting/time_tables.h): which atomics wait for each other in L2. Of
/// all other accesses the model takes sums, so that telling of them costs nothing.
struct Time {
  template <typename AnyAccess>
  [[gnu::always_inline]] static bool take(WarpContext& /*context*/, const AnyAccess& /*access*/) {
    return true;
  }
  static bool take(WarpContext& context, const AtomicAccess& access);
};

}  // namespace warpscope::exec
