// A device's memory behind what graphs allocate, as cudaDeviceGetGraphMemAttribute tells it.
//
// Only figures: the bytes come from the device like all others. Read off an H200: memory comes in
// steps, which a launch does not share with others; what it frees stays for launches that come
// after it in its stream, and for all others once the host has waited; only a trim gives it back.
#pragma once

#include <cstdint>
#include <vector>

#include "vgpu/cudart/queue/ordering.h"
#include "vgpu/cudart/queue/work_queue.h"

namespace warpscope::cudart {

class GraphPages {
 public:
  static constexpr std::uint64_t kStepBytes = std::uint64_t{32} << 20;

  /// What one launch of a graph has.
  struct Share {
    std::uint64_t bytes = 0, steps = 0;
  };
  /// Where the stream stood when a launch gave something back.
  struct Place {
    StreamNumber stream = 0;
    Sequence sequence = 0;  ///< 0: the host has waited for it
  };

  void take(Share& share, std::uint64_t bytes, StreamNumber stream, const WorkQueue& queue);
  void give(Share& share, std::uint64_t bytes, Place place);
  /// Gives back what no launch uses, as far as the host has waited.
  void trim(const WorkQueue& queue);

  std::uint64_t bytes() const { return steps_ * kStepBytes; }

  /// The most since the program set them back; on an H200 all memory that is kept counts as used.
  std::uint64_t used_high_bytes = 0, reserved_high_bytes = 0;

 private:
  std::uint64_t steps_ = 0;
  std::vector<Place> idle_;  ///< one for each step that no launch uses
};

}  // namespace warpscope::cudart
