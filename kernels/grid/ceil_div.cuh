// Ceiling division, for launch shapes.
#pragma once

namespace warpscope::grid {

/// The number of groups of `group` items that `count` items need, the last one perhaps not full:
/// ceil_div(1025, 256) is 5. `count` is at least 0 and `group` at least 1, both in items. Does not
/// overflow, unlike (count + group - 1) / group.
template <typename Integer>
__host__ __device__ constexpr Integer ceil_div(Integer count, Integer group) {
  return count / group + (count % group != 0 ? 1 : 0);
}

}  // namespace warpscope::grid
