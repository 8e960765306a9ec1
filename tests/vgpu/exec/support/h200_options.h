// Launch options with what an H200 has.
#pragma once

#include "tests/support/profiles.h"
#include "vgpu/exec/launch/launch_options.h"

namespace warpscope::exec::test {

inline const arch::Profile& h200() {
  static const arch::Profile profile = arch::test::profile("h200");
  return profile;
}

inline LaunchOptions h200_options() {
  LaunchOptions options;
  options.sm_count = h200().sm.count;
  options.sm_clock_hz = h200().sm.clock_hz;
  options.sm = static_cast<const arch::Multiprocessor&>(h200().sm);
  return options;
}

}  // namespace warpscope::exec::test
