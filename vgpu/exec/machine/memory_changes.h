// Whether a launch changes memory, while it is asked.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "vgpu/exec/observation/access_event.h"
#include "vgpu/memory/device_memory.h"

namespace warpscope::exec {

/// Of an observed launch. Nothing is kept unless somebody watches.
class MemoryChanges {
 public:
  bool is_watching() const { return is_watching_; }
  void watch() { is_watching_ = true; }
  /// An access that is going to be made. Reads of memory that the host may write at any time count
  /// as changes.
  void note(const AccessEvent& event, const memory::DeviceMemory& memory) {
    if (is_watching_ && !has_changed_ && event.lanes != 0) note_watched(event, memory);
  }
  /// Something changed that is no access: an mbarrier counted, say.
  void note_change() { has_changed_ = true; }
  /// A barrier of a block opened. That tells its threads nothing but that they may go on.
  void note_opening() { has_opened_ = true; }
  /// Whether anything has changed since this was last asked.
  bool take();
  /// Whether threads waited for each other by strong accesses since that was last asked.
  bool take_strong() { return std::exchange(has_strong_, false); }
  /// Whether a barrier has opened since that was last asked.
  bool take_opening() { return std::exchange(has_opened_, false); }

 private:
  struct Pending {
    const std::byte* host = nullptr;
    std::uint32_t size_bytes = 0;
    std::array<std::byte, 16> before{};
  };
  void note_watched(const AccessEvent& event, const memory::DeviceMemory& memory);
  void compare();

  bool is_watching_ = false, has_changed_ = false, has_strong_ = false, has_opened_ = false;
  std::vector<Pending> pending_;  ///< of the last access that writes
};

}  // namespace warpscope::exec
