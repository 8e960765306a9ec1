#include "record/sample.h"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "base/quantity.h"
#include "record/kernel_name.h"

namespace warpscope::record {
namespace {

/// More say no more.
constexpr std::size_t kMostKernels = 20;

std::uint64_t blocks_of(const Launch& launch) {
  return std::uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z;
}

std::string reason_text(WholeBecause reason) {
  return reason == WholeBecause::is_cooperative
             ? "the launch is cooperative"
             : "its blocks look in a loop at what others do, and may wait for one that is left out";
}

}  // namespace

std::uint64_t blocks_to_run(const Launch& launch) {
  return launch.sampled_blocks.value_or(blocks_of(launch));
}

std::string sample_text(const Launch& launch) {
  if (!launch.sampled_blocks) return {};
  return fmt::format("a sample of {} of {} blocks", count_text(*launch.sampled_blocks),
                     count_text(blocks_of(launch)));
}

std::vector<std::string> sample_sentences(const RunRecord& record) {
  std::vector<std::string> sentences;
  std::set<std::pair<std::string, std::uint64_t>> told;
  bool has_samples = false;
  for (const Launch& launch : record.launches) {
    has_samples = has_samples || launch.sampled_blocks;
    if (!launch.whole_because) continue;
    if (told.size() < kMostKernels && told.emplace(launch.kernel, blocks_of(launch)).second)
      sentences.push_back(fmt::format(
          "{} ran all of its {} blocks, not a sample: {}.", short_kernel_name(launch.kernel),
          count_text(blocks_of(launch)), reason_text(*launch.whole_because)));
  }
  if (!has_samples) return sentences;
  sentences.emplace_back(
      "Launches marked (sample) ran only so many of their blocks, spread evenly over the grid: "
      "times "
      "and counters are of these.");
  sentences.emplace_back(
      "The other blocks wrote nothing: what comes later, also the program's own results, reads in "
      "their places what was there before.");
  sentences.emplace_back(
      "Not judged, because it needs whole grids: reads and copies of memory that nothing has "
      "written, "
      "copies that bring back what came, barriers that order nothing, threads without work, waits "
      "and "
      "overlap of streams.");
  return sentences;
}

}  // namespace warpscope::record
