// That the clock works, which is not the program's own doing.
#pragma once

#include <exception>
#include <functional>

#include "device/events.h"

namespace warpscope::device {

/// Tells of LaunchTiming: that it begins, and at its end that it is over.
class ToldTiming {
 public:
  /// `is_asked` false: tells nothing. `log` must outlive this.
  ToldTiming(const std::function<void(const Event&)>& log, bool is_asked)
      : log_(log), is_asked_(is_asked) {
    if (is_asked_) log_(LaunchTiming{false});
  }
  ~ToldTiming() {
    if (!is_asked_) return;
    try {
      log_(LaunchTiming{true});
    } catch (const std::exception&) {
      // The runner has gone, and with it who keeps the time.
    }
  }
  ToldTiming(const ToldTiming&) = delete;
  ToldTiming& operator=(const ToldTiming&) = delete;

 private:
  const std::function<void(const Event&)>& log_;
  bool is_asked_;
};

}  // namespace warpscope::device
