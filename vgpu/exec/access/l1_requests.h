// What a warp's accesses do to the L1 cache of its multiprocessor, in launches whose L1 is modelled
// (BlockContext::l1): an observer of accesses.
#pragma once

#include <cstdint>
#include <span>

#include "vgpu/counting/l1_cache.h"
#include "vgpu/exec/access/access.h"
#include "vgpu/exec/machine/block.h"

namespace warpscope::exec {

struct L1Requests {
  template <typename AnyAccess>
  static bool take(WarpContext& context, const AnyAccess& access) {
    if (context.block->l1 != nullptr) go_through(context, access);
    return true;
  }

 private:
  /// The access cache forgets its allocation, so that the next access comes this way, too.
  static void go_through(WarpContext& context, const GlobalAccess& access);
  static void go_through(WarpContext& context, const LocalAccess& access);
  static void go_through(WarpContext& context, const CopyAccess& access);
  static void go_through(WarpContext& /*context*/, const SharedAccess& /*access*/) {}
};

/// A fence by which the warp sees what other multiprocessors wrote.
void drop_l1(WarpContext& context);

}  // namespace warpscope::exec
