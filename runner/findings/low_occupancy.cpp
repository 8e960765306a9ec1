#include <fmt/format.h>

#include "arch/occupancy.h"
#include "base/quantity.h"
#include "record/kernel_name.h"
#include "record/metrics.h"
#include "record/occupancy.h"
#include "runner/findings/line_rule.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

using namespace record::metric;

/// From this share of the threads on, a kernel mostly hides its latencies.
constexpr double kEnoughThreads = 0.25;
/// … unless nearly all of the shared memory that keeps others out is used by nobody.
constexpr double kEnoughBesideUnused = 0.5;
constexpr std::uint64_t kUnusedTimes = 8;

}  // namespace

void find_low_occupancy(record::RunRecord& record) {
  if (!record.device.multiprocessor) return;
  const arch::Multiprocessor& sm = *record.device.multiprocessor;
  for (const auto& launch : record.launches) {
    const auto reached = static_cast<std::uint64_t>(launch_counter(launch, kSharedBytesReached));
    const arch::BlockNeeds block = record::needs_of_block(launch);
    if (reached == 0 || 2 * reached > block.shared_bytes) continue;
    const arch::Occupancy fitting = arch::occupancy(sm, block);
    const std::uint64_t blocks = fitting.blocks();
    auto less = block;
    less.shared_bytes = reached;
    const std::uint64_t possible = arch::occupancy(sm, less).blocks();
    const double enough =
        kUnusedTimes * reached <= block.shared_bytes ? kEnoughBesideUnused : kEnoughThreads;
    const bool has_room =
        static_cast<double>(blocks * block.threads) >= enough * static_cast<double>(sm.max_threads);
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
        record::short_kernel_name(launch.kernel), blocks, block.threads,
        bytes_text(block.shared_bytes), bytes_text(reached), possible);
    record.findings.push_back(std::move(finding));
  }
}

}  // namespace warpscope::runner
