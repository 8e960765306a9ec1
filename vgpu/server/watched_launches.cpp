#include "vgpu/server/watched_launches.h"

#include <algorithm>
#include <string>

#include "vgpu/exec/base/permutation.h"

namespace warpscope::device {
namespace {

// Launches of one kernel in one case that are watched in a sample of their blocks, and those that
// are watched although others have used up the case's accesses.
constexpr std::uint32_t kMostWatchedLaunches = 8;
// Of these, each.
constexpr std::uint64_t kShareOfAccesses = 8;
// Behind them, the n-th launch is watched in so many of n cases: a program cannot launch what is
// watched first and then what is not.
constexpr std::uint32_t kLaterLaunches = 4;

/// Of the launch that is logged next; nobody who does not know watch_seed can tell it.
std::uint64_t seed_of_launch(const DeviceState& device) {
  const RunProgress& progress = device.machine.progress;
  const std::uint64_t in_case = progress.next_launch_id - progress.first_launch_id;
  return exec::scrambled(exec::scrambled(device.options.watch_seed ^
                                         std::uint64_t{progress.case_index.value_or(0)} << 32) +
                         in_case);
}

}  // namespace

bool has_share_of_watch(std::uint32_t number, std::uint64_t seed) {
  return number <= kMostWatchedLaunches || exec::scrambled(seed) % number < kLaterLaunches;
}

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
  launch.sample_seed = seed_of_launch(device);
  const bool has_share =
      has_share_of_watch(++progress.watched_launches[std::string(kernel)], launch.sample_seed);
  if (is_large) {
    launch.checks_sample = has_share;
    launch.most_checked_accesses = most == 0 ? 0 : share;
    return;
  }
  launch.most_checked_accesses = has_share ? std::max(left, share) : left;
  launch.checks = launch.most_checked_accesses > 0;
}

}  // namespace warpscope::device
