#include "vgpu/server/watched_launches.h"

#include <algorithm>
#include <string>

namespace warpscope::device {
namespace {

// Launches of one kernel in one case that are watched in a sample of their blocks, and those that
// are watched although others have used up the case's accesses.
constexpr std::uint32_t kMostWatchedLaunches = 8;
// Of these, each.
constexpr std::uint64_t kShareOfAccesses = 8;

}  // namespace

void set_checks(DeviceState& device, const exec::LaunchConfiguration& configuration,
                std::string_view kernel, exec::LaunchOptions& launch) {
  const DeviceOptions& options = device.options;
  RunProgress& progress = device.machine.progress;
  launch.most_checked_accesses = 0;
  if (!options.checks || !progress.is_checked) return;
  const std::uint64_t threads = configuration.grid.count() * configuration.block.count();
  const bool is_large = options.most_checked_threads != 0 && threads > options.most_checked_threads;
  const std::uint64_t most = options.most_checked_accesses;
  if (!is_large && most == 0) {
    launch.checks = true;
    return;
  }
  const std::uint64_t left = most - std::min(most, progress.checked_accesses);
  const std::uint64_t share = std::max<std::uint64_t>(most / kShareOfAccesses, 1);
  const bool is_one_of_first =
      ++progress.watched_launches[std::string(kernel)] <= kMostWatchedLaunches;
  if (is_large) {
    launch.checks_sample = is_one_of_first;
    launch.most_checked_accesses = most == 0 ? 0 : share;
    return;
  }
  launch.most_checked_accesses = is_one_of_first ? std::max(left, share) : left;
  launch.checks = launch.most_checked_accesses > 0;
}

}  // namespace warpscope::device
