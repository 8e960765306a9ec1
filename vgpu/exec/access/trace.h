// Notes which sectors accesses touch, in launches that are traced (WarpContext::trace): an observer
// of accesses. instructions/traced.h takes down what was counted.
#pragma once

#include "vgpu/exec/access/access.h"

namespace warpscope::exec {

struct TracedSectors {
  template <typename AnyAccess>
  static bool take(WarpContext& context, const AnyAccess& access) {
    if (context.trace != nullptr) note(context, access);
    return true;
  }

 private:
  static void note(WarpContext& context, const GlobalAccess& access);
  static void note(WarpContext& context, const AtomicAccess& access);
  static void note(WarpContext& context, const LocalAccess& access);
  static void note(WarpContext& context, const CopyAccess& access);
  static void note(WarpContext& context, const RangeAccess& access);
  static void note(WarpContext& context, const ImageAccess& access);
  static void note(WarpContext& /*context*/, const SharedAccess& /*access*/) {}
};

}  // namespace warpscope::exec
