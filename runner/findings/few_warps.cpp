#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

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
using arch::Limiter;

/// From this share of the warps on, a kernel mostly hides its latencies.
constexpr std::uint32_t kEnoughWarps = 4;  // a quarter of them
/// Instructions for each request to global memory. Where there are more, a kernel computes on what
/// it has in registers, and few warps are often what it wants.
constexpr double kMostInstructionsPerRequest = 32;
/// Of what the memory can give, by the time model: a launch that moves so much has warps enough.
constexpr double kBusyMemory = 0.6;

/// Whether the kernel's warps mostly wait for loads that they have asked for one by one.
bool waits_for_memory(const record::RunRecord& record, const record::Launch& launch) {
  const double requests =
      launch_counter(launch, kLoadRequests) + launch_counter(launch, kStoreRequests);
  const bool is_busy = static_cast<double>(launch.dram_bytes) >=
                       kBusyMemory * record.device.dram_bytes_per_s * launch.duration_s;
  return requests >= kFewestRequests && !is_busy &&
         launch_counter(launch, kAsynchronousCopies) == 0 &&
         launch_counter(launch, kInstructions) <= kMostInstructionsPerRequest * requests;
}

/// The most registers of a thread with which `blocks` blocks have theirs.
std::uint32_t registers_for(const arch::Multiprocessor& sm, arch::BlockNeeds block,
                            std::uint32_t blocks) {
  const std::uint32_t unit = std::max(1U, sm.register_unit / arch::kWarpThreads);
  block.registers = block.registers / unit * unit;
  while (block.registers > unit &&
         arch::occupancy(sm, block).room_by(Limiter::registers) < blocks) {
    block.registers -= unit;
  }
  return block.registers;
}

/// The most shared memory of a block with which `blocks` blocks have theirs.
std::uint32_t shared_bytes_for(const arch::Multiprocessor& sm, std::uint32_t blocks) {
  const std::uint32_t unit = std::max(1U, sm.shared_unit_bytes);
  return sm.shared_bytes / blocks / unit * unit - sm.shared_reserved_per_block_bytes;
}

std::string reason(const arch::Multiprocessor& sm, const arch::BlockNeeds& block, Limiter limiter,
                   std::uint32_t blocks) {
  if (limiter == Limiter::registers) {
    return fmt::format("a thread has {} of its {} registers. With {}, {} blocks would fit",
                       block.registers, sm.registers, registers_for(sm, block, 2 * blocks),
                       2 * blocks);
  }
  return fmt::format("a block has {} of its {}. With {}, {} blocks would fit",
                     bytes_text(block.shared_bytes), bytes_text(sm.shared_bytes),
                     bytes_text(shared_bytes_for(sm, 2 * blocks)), 2 * blocks);
}

}  // namespace

void find_few_warps(record::RunRecord& record) {
  if (!record.device.multiprocessor) return;
  const arch::Multiprocessor& sm = *record.device.multiprocessor;
  const std::uint32_t all_warps = sm.max_threads / arch::kWarpThreads;
  std::set<std::string> told;
  for (const auto& finding : record.findings) {
    if (finding.id == "low-occupancy" && finding.launch)
      told.insert(record.launches.at(*finding.launch).kernel_mangled);
  }
  for (const auto& launch : record.launches) {
    const arch::BlockNeeds block = record::needs_of_block(launch);
    const arch::Occupancy fitting = arch::occupancy(sm, block);
    const std::uint32_t blocks = fitting.blocks();
    const Limiter limiter = fitting.limiter();
    const std::uint64_t warps = blocks * arch::warps_of(block.threads);
    const bool is_small =
        extent_of(launch.grid) <= static_cast<double>(blocks) * record.device.sm_count;
    const bool is_limited = limiter == Limiter::registers || limiter == Limiter::shared_memory;
    if (blocks < 1 || warps >= all_warps / kEnoughWarps || is_small || !is_limited) continue;
    if (!waits_for_memory(record, launch) || !told.insert(launch.kernel_mangled).second) continue;
    auto finding = make_finding("low-occupancy");
    finding.where = kernel_site(record, launch);
    if (!finding.where) finding.where = launch_site(record, launch);
    finding.launch = launch.id;
    finding.case_index = launch.case_index;
    finding.cause = fmt::format(
        "{} limit{} {} to {} block{} of {} threads on a multiprocessor, {} of its {} warps: {}.",
        limiter == Limiter::registers ? "Registers" : "Shared memory",
        limiter == Limiter::registers ? "" : "s", record::short_kernel_name(launch.kernel), blocks,
        blocks == 1 ? "" : "s", block.threads, warps, all_warps,
        reason(sm, block, limiter, blocks));
    record.findings.push_back(std::move(finding));
  }
}

}  // namespace warpscope::runner
