// Telling of launches that run for long, from a device's events.
#pragma once

#include <functional>
#include <optional>

#include "device/link.h"

namespace warpscope::runner {

/// Told while a launch runs for long, and with nothing when it does so no more.
using OnLaunchProgress = std::function<void(const std::optional<device::LaunchProgressed>&)>;

/// Of one device: whether a launch is being told of.
class ToldProgress {
 public:
  /// Tells what the event says of progress. At such a launch's end the device learns that this has
  /// been told. `on_progress` may be empty.
  void pass_on(const device::Event& event, const OnLaunchProgress& on_progress,
               device::Link& device) {
    if (const auto* progress = std::get_if<device::LaunchProgressed>(&event)) {
      is_told_ = true;
      if (on_progress) on_progress(*progress);
    } else if (is_told_ && std::holds_alternative<device::LaunchEnded>(event)) {
      end(on_progress);
      device.notice();
    }
  }
  /// Nothing more comes of the device.
  void end(const OnLaunchProgress& on_progress) {
    if (is_told_ && on_progress) on_progress(std::nullopt);
    is_told_ = false;
  }

 private:
  bool is_told_ = false;
};

}  // namespace warpscope::runner
