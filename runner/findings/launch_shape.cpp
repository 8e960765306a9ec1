// Rules on the shape of launches.
#include <fmt/format.h>

#include "findings/catalogue.h"
#include "record/derived.h"
#include "record/kernel_name.h"
#include "record/metrics.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

/// A thread that executes fewer instructions than this may be alone for a good reason.
constexpr std::uint64_t kMuchWork = 10'000;
/// A launch of fewer warps is over before idle lanes matter.
constexpr std::uint64_t kFewestWarps = 256;
/// From this share of idle lanes on, they cost more than most other mistakes.
constexpr double kCostlyShare = 0.25;
constexpr std::uint32_t kWarpLanes = 32;
/// CUDA's limit, on every device.
constexpr std::uint64_t kMostThreadsOfABlock = 1024;
/// More than any device has on a multiprocessor: no number of bytes, but a pointer.
constexpr std::uint64_t kMostSharedBytes = std::uint64_t{1} << 20;

std::uint64_t count(const record::Dim3& size) { return std::uint64_t{size.x} * size.y * size.z; }

std::uint64_t counter(const record::Launch& launch, std::string_view name) {
  const auto found = launch.counters.find(name);
  return found == launch.counters.end() ? 0 : found->second;
}

record::Finding finding_of(const record::RunRecord& record, const record::Launch& launch,
                           std::string_view id) {
  auto finding = make_finding(id);
  finding.launch = launch.id;
  finding.case_index = launch.case_index;
  finding.where = launch_site(record, launch);
  return finding;
}

}  // namespace

void refine_invalid_launch(record::RunRecord& record) {
  for (auto& finding : record.findings) {
    const bool is_refused =
        finding.id == "invalid-launch-configuration" || finding.id == "too-many-registers";
    if (!is_refused || !finding.launch || *finding.launch >= record.launches.size()) {
      continue;
    }
    const auto& launch = record.launches[*finding.launch];
    if (!finding.where) finding.where = launch_site(record, launch);
    if (count(launch.block) > kMostThreadsOfABlock) {
      finding.hint =
          "A block has at most 1,024 threads. The order is <<<blocks, threads of a block>>>: are "
          "the two swapped?";
    }
    if (launch.dynamic_shared_bytes > kMostSharedBytes) {
      finding.hint =
          "The order is <<<blocks, threads, bytes of shared memory, stream>>>: is the stream the "
          "third?";
    }
    if (count(launch.grid) != 0) continue;
    const auto severity = finding.severity;
    give_words(finding, "zero-block-launch");
    finding.severity = severity;  // less when the program asked for the error
    finding.cause = fmt::format("{} was launched with a grid of {} x {} x {} blocks.",
                                record::short_kernel_name(launch.kernel), launch.grid.x,
                                launch.grid.y, launch.grid.z);
  }
}

void forgive_asked_launches(record::RunRecord& record) {
  std::erase_if(record.findings, [&](const record::Finding& finding) {
    const bool is_refused = finding.id == "invalid-launch-configuration" ||
                            finding.id == "zero-block-launch" || finding.id == "too-many-registers";
    return is_refused && finding.case_index && *finding.case_index < record.cases.size() &&
           record.cases[*finding.case_index].verdict == record::Case::Verdict::correct;
  });
}

void place_small_grid(record::RunRecord& record) {
  for (auto& finding : record.findings) {
    if (!is_of_last_elements(finding.id) || finding.where || !finding.case_index) continue;
    std::vector<const record::Launch*> launches;
    for (const auto& launch : record.launches) {
      if (launch.case_index == finding.case_index) launches.push_back(&launch);
    }
    // With several launches nothing says which one was too small.
    if (launches.size() != 1) continue;
    finding.where = launch_site(record, *launches.front());
    finding.launch = launches.front()->id;
  }
}

void find_single_thread_launch(record::RunRecord& record) {
  for (const auto& launch : record.launches) {
    const auto instructions = counter(launch, record::metric::kInstructions);
    if (count(launch.grid) * count(launch.block) != 1 || instructions < kMuchWork) continue;
    auto finding = finding_of(record, launch, "single-thread-launch");
    finding.cause = fmt::format("{}<<<1, 1>>> executed {} instructions in a single lane.",
                                record::short_kernel_name(launch.kernel), instructions);
    record.findings.push_back(std::move(finding));
  }
}

void find_partial_warps(record::RunRecord& record) {
  for (const auto& launch : record.launches) {
    const auto threads = count(launch.block);
    const auto rest = threads % kWarpLanes;
    const auto warps = threads / kWarpLanes + 1;
    if (rest == 0 || threads < 2 || count(launch.grid) < 2) continue;
    if (count(launch.grid) * warps < kFewestWarps) continue;
    const auto idle = kWarpLanes - rest;
    auto finding = finding_of(record, launch, "block-not-multiple-of-32");
    finding.cause = warps == 1
                        ? fmt::format(
                              "Blocks of {} have {} threads: {} of the 32 lanes of each warp "
                              "have nothing to do.",
                              record::short_kernel_name(launch.kernel), threads, idle)
                        : fmt::format(
                              "Blocks of {} have {} threads: {} of 32 lanes in the last of "
                              "their {} warps have nothing to do.",
                              record::short_kernel_name(launch.kernel), threads, idle, warps);
    const auto idle_share = static_cast<double>(idle) / static_cast<double>(warps * kWarpLanes);
    if (idle_share < kCostlyShare) finding.severity = record::Finding::Severity::information;
    record.findings.push_back(std::move(finding));
  }
}

}  // namespace warpscope::runner
