// Whether a device can tell something. Of a device that nobody knows more of, as in records of
// earlier versions, everything is taken for told.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "record/record.h"

namespace warpscope::record {

/// The counter is among those that it counts.
inline bool counts(const Device& device, std::string_view counter) {
  if (!device.capabilities) return true;
  const auto& left_out = device.capabilities->left_out_counters;
  return std::find(left_out.begin(), left_out.end(), counter) == left_out.end();
}

inline bool counts_lines(const Device& device) {
  return !device.capabilities || device.capabilities->counts_lines;
}

/// `what`: one of Capabilities::checks.
inline bool looks_for(const Device& device, std::string_view what) {
  if (!device.capabilities) return true;
  const auto& checks = device.capabilities->checks;
  return std::find(checks.begin(), checks.end(), what) != checks.end();
}

inline bool follows_data(const Device& device) {
  return !device.capabilities || device.capabilities->follows_data;
}

/// A sentence, of a real GPU of which some or all counters are missing; else empty.
inline std::string why_not_counted(const Device& device) {
  return device.capabilities ? device.capabilities->why_not_counted : std::string();
}

/// Of a device that nobody knows more of: not told, because earlier versions told nothing of it.
inline bool tells_warp_states(const Device& device) {
  return device.capabilities && device.capabilities->tells_warp_states;
}

}  // namespace warpscope::record
