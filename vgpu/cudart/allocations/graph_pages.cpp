#include "vgpu/cudart/allocations/graph_pages.h"

#include <algorithm>

namespace warpscope::cudart {

void GraphPages::take(Share& share, std::uint64_t bytes, StreamNumber stream,
                      const WorkQueue& queue) {
  share.bytes += bytes;
  while (share.steps * kStepBytes < share.bytes) {
    const auto usable = std::find_if(idle_.begin(), idle_.end(), [&](const Place& place) {
      return place.stream == stream || queue.has_waited_for(place.stream, place.sequence);
    });
    if (usable == idle_.end()) {
      ++steps_;
    } else {
      idle_.erase(usable);
    }
    ++share.steps;
  }
  used_high_bytes = std::max(used_high_bytes, this->bytes());
  reserved_high_bytes = std::max(reserved_high_bytes, this->bytes());
}

void GraphPages::give(Share& share, std::uint64_t bytes, Place place) {
  share.bytes -= bytes;
  for (; share.steps > 0 && (share.steps - 1) * kStepBytes >= share.bytes; --share.steps) {
    idle_.push_back(place);
  }
}

void GraphPages::trim(const WorkQueue& queue) {
  steps_ -= std::erase_if(idle_, [&](const Place& place) {
    return queue.has_waited_for(place.stream, place.sequence);
  });
}

}  // namespace warpscope::cudart
