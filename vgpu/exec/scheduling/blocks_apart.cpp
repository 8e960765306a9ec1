#include "vgpu/exec/scheduling/blocks_apart.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "vgpu/exec/analysis/access_ranges.h"

namespace warpscope::exec {
namespace {

constexpr std::int64_t kMostInt = std::numeric_limits<std::int32_t>::max();
// What may have been added to an index before or after it was compared.
constexpr std::int64_t kSlack = 4 * kMostIndexOffset;

// Where one access goes: from `begin`, in steps of `step` bytes from one thread to the next.
struct Range {
  std::uint64_t begin = 0, end = 0;  ///< device addresses [begin, end)
  std::int64_t step = 0;
  std::uint32_t size_bytes = 0;
  bool is_store = false;
};

class Launch {
 public:
  explicit Launch(const LaunchContext& launch)
      : launch_(launch),
        threads_(static_cast<std::int64_t>(std::uint64_t{launch.configuration.grid.x} *
                                           launch.configuration.block.x)) {}

  bool run() {
    const Dim3& grid = launch_.configuration.grid;
    if (grid.y != 1 || grid.z != 1 || threads_ > kMostInt - kSlack) return false;
    const AccessRanges& ranges = *launch_.kernel.access_ranges;
    for (const IndexValues::Sum& sum : ranges.sums) {
      const auto most = most_below(sum.limit, launch_.configuration.parameters);
      if (!most || *most > kMostInt - kSlack || threads_ > (kMostInt - kSlack - *most) / sum.scale)
        return false;
    }
    for (const AccessRange& access : ranges.accesses) {
      if (!add(access)) return false;
    }
    for (const Range& a : ranges_) {
      for (const Range& b : ranges_) {
        if (a.is_store && !are_apart(a, b)) return false;
      }
    }
    return true;
  }

 private:
  // False when the access may fault.
  bool add(const AccessRange& access) {
    const IndexValue& address = access.address;
    const auto base = value_in({true, false, 8, address.place}, launch_.configuration.parameters);
    if (!base) return false;
    std::int64_t most = threads_ - 1;
    if (address.limit) {
      const auto limit = most_below(*address.limit, launch_.configuration.parameters);
      if (!limit) return false;
      const std::int64_t of_index = *limit + address.limit_offset;
      most = address.is_strided ? of_index : std::min(most, of_index);
    }
    if (most < 0) return true;  // nobody comes to it
    Range range;
    range.step = address.scale;
    range.size_bytes = access.size_bytes;
    range.is_store = access.is_store;
    range.begin = static_cast<std::uint64_t>(*base + address.offset);
    const memory::Allocation* allocation = launch_.memory.find(range.begin);
    if (allocation == nullptr || (access.is_store && allocation->is_adopted)) return false;
    const std::uint64_t bytes =
        static_cast<std::uint64_t>(address.scale * most) + access.size_bytes;
    range.end = range.begin + bytes;
    const bool is_inside = bytes <= allocation->size_bytes - (range.begin - allocation->address);
    const bool is_aligned = range.begin % access.size_bytes == 0 &&
                            static_cast<std::uint64_t>(address.scale) % access.size_bytes == 0;
    ranges_.push_back(range);
    return is_inside && is_aligned;
  }

  // A thread's own element is nobody else's: others are at least a step away.
  static bool are_apart(const Range& a, const Range& b) {
    if (a.end <= b.begin || b.end <= a.begin) return true;
    const std::uint64_t first = std::min(a.begin, b.begin);
    const std::uint64_t last = std::max(a.begin + a.size_bytes, b.begin + b.size_bytes);
    return a.step == b.step && a.step > 0 && last - first <= static_cast<std::uint64_t>(a.step);
  }

  const LaunchContext& launch_;
  std::int64_t threads_;
  std::vector<Range> ranges_;
};

// Warps of as many blocks as workers run.
bool has_room(const LaunchContext& launch, std::uint32_t workers) {
  return launch.state_bytes_of_block() * workers <= launch.options.most_state_bytes / 2;
}

}  // namespace

bool are_blocks_apart(const LaunchContext& launch, std::uint32_t workers) {
  return launch.kernel.access_ranges && has_room(launch, workers) && Launch(launch).run();
}

}  // namespace warpscope::exec
