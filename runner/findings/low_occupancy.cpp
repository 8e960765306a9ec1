#include <fmt/format.h>

#include <algorithm>

#include "base/quantity.h"
#include "record/kernel_name.h"
#include "record/metrics.h"
#include "runner/findings/line_rule.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

using namespace record::metric;

/// Of a multiprocessor of compute capability 9.0 (CUDA Programming Guide, technical
/// specifications).
constexpr std::uint64_t kSharedBytesOfMultiprocessor = 228 << 10;
constexpr std::uint64_t kReservedBytesOfBlock = 1024;
constexpr std::uint64_t kThreadsOfMultiprocessor = 2048;
constexpr std::uint64_t kBlocksOfMultiprocessor = 32;
/// From this share of the threads on, a kernel mostly hides its latencies.
constexpr double kEnoughThreads = 0.25;

std::uint64_t resident_blocks(std::uint64_t threads, std::uint64_t shared_bytes) {
  return std::min({kBlocksOfMultiprocessor, kThreadsOfMultiprocessor / threads,
                   kSharedBytesOfMultiprocessor / (shared_bytes + kReservedBytesOfBlock)});
}

}  // namespace

void find_low_occupancy(record::RunRecord& record) {
  if (record.device.compute_capability != "9.0") return;
  for (const auto& launch : record.launches) {
    const auto reached = static_cast<std::uint64_t>(launch_counter(launch, kSharedBytesReached));
    const std::uint64_t shared =
        std::uint64_t{launch.static_shared_bytes} + launch.dynamic_shared_bytes;
    const auto threads = static_cast<std::uint64_t>(extent_of(launch.block));
    if (reached == 0 || threads == 0 || threads > kThreadsOfMultiprocessor || 2 * reached > shared)
      continue;
    const auto blocks = resident_blocks(threads, shared);
    const auto possible = resident_blocks(threads, reached);
    const bool has_room =
        static_cast<double>(blocks * threads) >= kEnoughThreads * double{kThreadsOfMultiprocessor};
    const bool is_small =
        extent_of(launch.grid) <= static_cast<double>(blocks * record.device.sm_count);
    if (blocks == 0 || has_room || is_small || possible < 2 * blocks) continue;
    auto finding = make_finding("low-occupancy");
    finding.where = launch_site(record, launch);
    finding.launch = launch.id;
    finding.case_index = launch.case_index;
    finding.cause = fmt::format(
        "Shared memory limits {} to {} blocks of {} threads on a multiprocessor. A block has {} of "
        "it and uses only the first {}: with so much, {} blocks would be resident.",
        record::short_kernel_name(launch.kernel), blocks, threads, bytes_text(shared),
        bytes_text(reached), possible);
    record.findings.push_back(std::move(finding));
  }
}

}  // namespace warpscope::runner
