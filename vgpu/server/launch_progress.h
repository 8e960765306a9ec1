// How far a launch has come, told now and then while it runs for long.
#pragma once

#include <chrono>
#include <functional>

#include "device/events.h"
#include "record/record.h"
#include "vgpu/exec/launch.h"

namespace warpscope::device {

class LaunchProgress {
 public:
  /// The launch begins now. `log` must outlive this.
  LaunchProgress(const std::function<void(const Event&)>& log, const record::Launch& launch);

  /// Of what has run so far; asked thousands of times in a second, by one thread at a time. Says
  /// nothing in the first second, and then four times in each.
  void look(const exec::LaunchExtent& extent);

 private:
  using Clock = std::chrono::steady_clock;
  const std::function<void(const Event&)>& log_;
  const record::Launch& launch_;
  Clock::time_point begin_, next_;
};

}  // namespace warpscope::device
