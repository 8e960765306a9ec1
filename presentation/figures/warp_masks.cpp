#include "presentation/figures/warp_masks.h"

#include <algorithm>

namespace warpscope::figures {
namespace {

constexpr std::uint32_t kAllLanes = 0xffffffff;

/// The masks of a line that the lanes run for which `runs` holds: together, or not at all.
template <typename Condition>
std::vector<std::uint32_t> masks_where(const LaneValues& values, Condition runs) {
  std::uint32_t mask = 0;
  for (std::uint32_t lane = 0; lane < values.size(); ++lane)
    mask |= runs(values[lane]) ? 1U << lane : 0U;
  if (mask == 0) return {};
  return {mask};
}

}  // namespace

Masks masks_of_arms(const LaneValues& values, const std::vector<std::uint32_t>& arms) {
  Masks masks{{kAllLanes}};
  for (auto arm = arms.begin(); arm != arms.end(); ++arm) {
    // An arm that stands twice has taken its lanes the first time.
    const bool is_first = std::find(arms.begin(), arm, *arm) == arm;
    masks.push_back(
        masks_where(values, [&](std::uint32_t value) { return is_first && value == *arm; }));
  }
  masks.push_back({kAllLanes});
  return masks;
}

Masks masks_of_loop(const LaneValues& trips, std::uint32_t most) {
  Masks masks{{kAllLanes}};
  for (std::uint32_t k = 0; k < most; ++k)
    masks.push_back(masks_where(trips, [&](std::uint32_t count) { return count > k; }));
  masks.push_back({kAllLanes});
  return masks;
}

}  // namespace warpscope::figures
