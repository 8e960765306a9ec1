#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

#include "base/quantity.h"
#include "labs/judge/occupancy.h"
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
constexpr labs::Sm kMultiprocessor{.blocks = 32,
                                   .threads = 2048,
                                   .registers = 65536,
                                   .shared_bytes = 228 << 10,
                                   .reserved_bytes = 1024};
constexpr int kWarpThreads = 32;
constexpr int kWarps = kMultiprocessor.threads / kWarpThreads;
/// From this share of the warps on, a kernel mostly hides its latencies.
constexpr int kEnoughWarps = kWarps / 4;
/// Registers are given out in units of 8 for each thread.
constexpr int kRegisterUnit = 8;
/// Instructions for each request to global memory. Where there are more, a kernel computes on what
/// it has in registers, and few warps are often what it wants.
constexpr double kMostInstructionsPerRequest = 32;
/// Of what the memory can give, by the time model: a launch that moves so much has warps enough.
constexpr double kBusyMemory = 0.6;

enum Limiter : std::size_t { kByBlocks, kByThreads, kByRegisters, kByShared };

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

std::string reason(const labs::Block& block, Limiter limiter, int blocks) {
  const int warps = (block.threads + kWarpThreads - 1) / kWarpThreads;
  if (limiter == kByRegisters) {
    const int fewer = kMultiprocessor.registers / (2 * blocks * warps * kWarpThreads);
    return fmt::format("a thread has {} of its {} registers. With {}, {} blocks would fit",
                       block.registers, kMultiprocessor.registers,
                       fewer / kRegisterUnit * kRegisterUnit, 2 * blocks);
  }
  const int less = kMultiprocessor.shared_bytes / (2 * blocks) - kMultiprocessor.reserved_bytes;
  return fmt::format("a block has {} of its {}. With {}, {} blocks would fit",
                     bytes_text(static_cast<std::uint64_t>(block.shared_bytes)),
                     bytes_text(kMultiprocessor.shared_bytes),
                     bytes_text(static_cast<std::uint64_t>(less)), 2 * blocks);
}

}  // namespace

void find_few_warps(record::RunRecord& record) {
  if (record.device.compute_capability != "9.0") return;
  std::set<std::string> told;
  for (const auto& finding : record.findings) {
    if (finding.id == "low-occupancy" && finding.launch)
      told.insert(record.launches.at(*finding.launch).kernel_mangled);
  }
  for (const auto& launch : record.launches) {
    const auto threads = static_cast<int>(extent_of(launch.block));
    const auto shared = static_cast<int>(launch.static_shared_bytes + launch.dynamic_shared_bytes);
    if (threads < 1 || threads > kMultiprocessor.threads) continue;
    const auto registers = launch.machine_code ? launch.machine_code->registers : 1;
    const labs::Block block{threads, static_cast<int>(std::clamp(registers, 1U, 255U)), shared};
    const auto room = labs::room_for(kMultiprocessor, block);
    const auto least = std::ranges::min_element(room);
    const int blocks = *least;
    const auto limiter = static_cast<Limiter>(least - room.begin());
    const int warps = blocks * ((threads + kWarpThreads - 1) / kWarpThreads);
    const bool is_small =
        extent_of(launch.grid) <= static_cast<double>(blocks) * record.device.sm_count;
    if (blocks < 1 || warps >= kEnoughWarps || is_small || limiter < kByRegisters) continue;
    if (!waits_for_memory(record, launch) || !told.insert(launch.kernel_mangled).second) continue;
    auto finding = make_finding("low-occupancy");
    finding.where = kernel_site(record, launch);
    if (!finding.where) finding.where = launch_site(record, launch);
    finding.launch = launch.id;
    finding.case_index = launch.case_index;
    finding.cause = fmt::format(
        "{} limit{} {} to {} block{} of {} threads on a multiprocessor, {} of its {} warps: {}.",
        limiter == kByRegisters ? "Registers" : "Shared memory", limiter == kByRegisters ? "" : "s",
        record::short_kernel_name(launch.kernel), blocks, blocks == 1 ? "" : "s", threads, warps,
        kWarps, reason(block, limiter, blocks));
    record.findings.push_back(std::move(finding));
  }
}

}  // namespace warpscope::runner
