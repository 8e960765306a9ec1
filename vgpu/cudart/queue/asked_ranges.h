// Ranges by NVTX around what the program asks for, for the device, which passes them on to the
// runner. NVTX loads a library of ours into the program (vgpu/nvtx) where the environment names it;
// without it there are none.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "vgpu/cudart/devices/connection.h"
#include "vgpu/nvtx/open_ranges.h"

namespace warpscope::cudart {

class AskedRanges {
 public:
  /// The ranges in which the calling thread is now; nullptr: in none.
  std::shared_ptr<const nvtx::OpenRanges> now();
  /// Before the device does an operation that was asked for in these; nullptr: in none.
  void tell(Connection& connection, const nvtx::OpenRanges* asked);

 private:
  /// The library's function, once it is loaded; nullptr before.
  nvtx::TakeOpenRanges* library();
  void number(const std::shared_ptr<const nvtx::Range>& range,
              std::vector<device::HostRange>& told);

  nvtx::TakeOpenRanges* library_ = nullptr;
  std::uint64_t objects_ = 0;  ///< that were loaded when it was looked for last
  std::uint32_t last_number_ = 0;
  std::vector<std::uint32_t> open_;  ///< that the device was told last
};

}  // namespace warpscope::cudart
