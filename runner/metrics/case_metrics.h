// Values over a set of cases, by name: what a lab's checks and the reports' curves ask for.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "record/record.h"
#include "runner/metrics/counted.h"

namespace warpscope::runner {

/// Besides the counters and derived metrics of record/: these use the cases' useful bytes or the
/// launches' configurations. Those of the timeline are in timeline.h, of resident warps in
/// resident_metrics.h.
namespace case_metric {
/// What kernels moved through global memory, by every way, over useful bytes; 1 is the floor.
/// Each sector counts in each request of a load, store, atomic, reduction, texture or surface, in
/// each bulk copy, and, where copies from one place of the device to another read and write, in
/// each of their rows.
inline constexpr std::string_view kBytesMovedPerUsefulByte =
    "warpscope__bytes_moved_per_useful_byte.ratio";
/// Useful bytes over requests of global loads, stores, atomics, asynchronous copies, textures and
/// surfaces; 512 for 16 bytes per lane. A bulk copy, and a copy from one place of the device to
/// another, count as requests of 512 bytes each, and at least as one.
inline constexpr std::string_view kUsefulBytesPerRequest =
    "warpscope__useful_bytes_per_request.ratio";
/// Of atomics whose old value is read, of those where nobody reads it, and of reductions of
/// surfaces and by bulk copies, together: which of them a program has must not decide what it is
/// charged.
inline constexpr std::string_view kAtomicSectorsOfAll =
    "warpscope__sectors_op_global_atom_and_red.sum";
inline constexpr std::string_view kAtomicRequestsOfAll =
    "warpscope__requests_op_global_atom_and_red.sum";
/// Warp instructions for each 128 useful bytes. Where an element has 4 bytes, that is the number of
/// instructions that a thread executes for each of its elements, counting lanes that idle.
inline constexpr std::string_view kInstructionsPer128UsefulBytes =
    "warpscope__ptx_inst_executed_per_128_useful_bytes.ratio";
/// Useful bytes over device time.
inline constexpr std::string_view kEffectiveBandwidth =
    "warpscope__effective_bandwidth.bytes_per_s";
/// The same as a percentage of the device's peak.
inline constexpr std::string_view kEffectiveBandwidthPercent = "warpscope__effective_bandwidth.pct";
/// Shared memory of a block, static and dynamic, in the launch that has most.
inline constexpr std::string_view kSharedBytesPerBlock = "warpscope__shared_bytes_per_block.max";
/// Launches, also those that kernels make.
inline constexpr std::string_view kLaunches = "warpscope__launches.sum";
/// Of all launches together.
inline constexpr std::string_view kBlocksLaunched = "warpscope__blocks_launched.sum";
inline constexpr std::string_view kThreadsLaunched = "warpscope__threads_launched.sum";
inline constexpr std::string_view kWarpsLaunched = "smsp__warps_launched.sum";
/// What the host gave the device beside small parameters: copies, and memory of the host that
/// kernels read.
inline constexpr std::string_view kBytesFromHost = "warpscope__bytes_from_host.sum";
/// The share of the cases that are right.
inline constexpr std::string_view kCorrectCases = "warpscope__correct_cases.pct";
/// How far apart the results of calls with the same input are, at most (record::Case).
inline constexpr std::string_view kResultSpread = "warpscope__result_spread.ulp";
/// Of what is brought to shared memory, what warps bring that do not use it (carried_share.h).
inline constexpr std::string_view kCarriedByDmaWarps = "warpscope__carried_by_dma_warps.pct";
/// Of rings, the stages that are seen in use, and the warps of a block that fill them; the fewest
/// (phase_metrics.h).
inline constexpr std::string_view kRingStages = "warpscope__ring_stages.min";
inline constexpr std::string_view kRingDmaWarps = "warpscope__ring_dma_warps.min";
/// Of the time in which warps use a ring's buffers, the share in which the next transfer is under
/// way (phase_metrics.h); 0 to 1.
inline constexpr std::string_view kUseWithTransferUnderWay =
    "warpscope__use_with_transfer_under_way.ratio";
}  // namespace case_metric

/// Those above and those of record/.
std::vector<std::string_view> case_metric_names();
/// "sectors/request"; empty for an unknown name.
std::string_view case_metric_unit(std::string_view name);
std::string_view case_metric_short_name(std::string_view name);
/// Whether it is made of times: modelled on the virtual GPU, where counts are exact.
bool is_made_of_times(std::string_view name);
/// Whether it is a time, or bytes over a time, and no ratio of two of them: it changes with the
/// model, and with the device.
bool is_absolute_time(std::string_view name);
/// Whether it is a share of the operations' time during which others ran.
bool is_about_what_is_at_once(std::string_view name);
/// Whether it is about copies and the order of operations, and not about what kernels do.
bool is_about_timeline(std::string_view name);

/// What a real GPU gave for the metric at a point, in the metric's unit: the useful bandwidth, or
/// the time of the call, which stands for the time from the first operation of a case to the last.
/// Nothing for another metric, and where there are no useful bytes.
std::optional<double> measured_value(const record::MeasuredCurve::Point& point,
                                     std::string_view metric);

/// Value over the launches of the given cases together; nothing when it has no meaning there, e.g.
/// a ratio over nothing.
std::optional<double> case_metric_value(const record::RunRecord& record,
                                        std::span<const std::uint32_t> cases, std::string_view name,
                                        Counted counted = Counted::all);

/// The first counter that the metric is made of and that the device does not count; empty where it
/// counts all of them.
std::string_view left_out_counter(const record::Device& device, std::string_view metric);

}  // namespace warpscope::runner
