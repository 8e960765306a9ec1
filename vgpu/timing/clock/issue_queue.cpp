#include "vgpu/timing/clock/issue_queue.h"

namespace warpscope::timing {

void IssueQueue::remove(std::size_t place) {
  for (std::size_t i = place + 1; i < size_; ++i) {
    ready_[i - 1] = ready_[i];
    busy_before_[i - 1] = busy_before_[i];
    full_before_[i - 1] = full_before_[i];
    warps_[i - 1] = warps_[i];
    units_[i - 1] = units_[i];
  }
  --size_;
  const std::uint64_t below = (std::uint64_t{1} << place) - 1;
  is_blocked_ = (is_blocked_ & below) | (is_blocked_ >> 1 & ~below);
  is_ready_ = 0;
  next_ = 0;  // looks again
  if (last_ == place)
    last_ = kNone;
  else if (last_ != kNone && last_ > place)
    --last_;
}

}  // namespace warpscope::timing
