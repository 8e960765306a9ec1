// Hands accesses to who keeps a sample of requests (LaunchOptions::requests): an observer of
// accesses.
#pragma once

#include "vgpu/exec/access/access.h"
#include "vgpu/exec/machine/block.h"

namespace warpscope::exec {

struct AskedRequests {
  template <typename AnyAccess>
  static bool take(WarpContext& context, const AnyAccess& access) {
    if (context.block->requests != nullptr) hand_over(context, access);
    return true;
  }

 private:
  static void hand_over(WarpContext& context, const GlobalAccess& access);
  static void hand_over(WarpContext& context, const AtomicAccess& access);
  static void hand_over(WarpContext& context, const SharedAccess& access);
  static void hand_over(WarpContext& context, const CopyAccess& access);
  static void hand_over(WarpContext& /*context*/, const LocalAccess& /*access*/) {}
};

}  // namespace warpscope::exec
