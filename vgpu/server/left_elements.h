// Elements that a rounded-down grid has left as they were, and that the host gets so.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "record/record.h"
#include "vgpu/exec/launch/launch_footprint.h"
#include "vgpu/memory/device_memory.h"
#include "vgpu/protocol/box.h"

namespace warpscope::device {

/// What launches have left (exec::left_elements) until somebody writes it. What any launch has
/// written once may be another launch's part, and is never said to be left.
class LeftElements {
 public:
  struct Launch {
    std::string kernel;  ///< its short name
    std::uint64_t blocks = 0, threads_per_block = 0;
    std::uint32_t host_site = 0;
  };
  /// A launch has ended.
  void launch(const exec::LaunchFootprint& footprint, const Launch& launch);
  /// A copy or a fill, or the launch itself, has written these bytes.
  void write(std::uint64_t begin, std::uint64_t end);
  /// A launch has ended of which it is not known what it has written: nothing more is said.
  void forget();

  struct Found {
    record::Finding finding;
    std::uint32_t host_site = 0;  ///< of the launch
  };
  /// Of a copy of the box to the host that takes along what a launch has left, each launch's line
  /// once. Of bytes that nobody has ever written others tell.
  std::optional<Found> look_at(const memory::DeviceMemory& memory, const Box& box);

 private:
  struct Left {
    exec::LaunchFootprint::Left elements;
    Launch launch;
  };
  bool is_of_another(std::uint64_t begin, std::uint64_t end) const;

  bool is_known_ = true;
  std::map<std::uint64_t, Left> left_;                          ///< by its first address
  std::set<std::pair<std::uint64_t, std::uint64_t>> launched_;  ///< that launches have written
  std::set<std::uint32_t> said_;                                ///< sites
};

}  // namespace warpscope::device
