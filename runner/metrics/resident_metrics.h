// How many warps a set of cases' launches has on a multiprocessor at a time, and what that costs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "record/record.h"
#include "runner/metrics/counted.h"

namespace warpscope::runner {

namespace case_metric {
/// The warps that a multiprocessor can hold of the launch, of all that it can hold; of the launch
/// with fewest. Nsight Compute's "Theoretical Occupancy".
inline constexpr std::string_view kOccupancy = "sm__maximum_warps_per_active_cycle_pct";
/// Blocks of the launch over those that are on the device at a time; of the launch with most.
inline constexpr std::string_view kWaves = "launch__waves_per_multiprocessor";
/// As ptxas gave them out, of the launch with most; nothing where a program has no machine code.
inline constexpr std::string_view kRegistersPerThread = "launch__registers_per_thread";
/// Registers that ptxas keeps in local memory, of the launch with most; nothing where it has none.
inline constexpr std::string_view kSpilledBytes = "warpscope__spilled_bytes_per_thread.max";
}  // namespace case_metric

/// Everything of a metric above; nothing for another one.
struct ResidentMetric {
  std::string_view name, short_name, unit;
  /// Of one launch.
  std::optional<double> (*value)(const record::RunRecord&, const record::Launch&);
  bool is_least = false;  ///< of several launches: the least value counts, else the largest
};
std::span<const ResidentMetric> resident_metrics();
const ResidentMetric* find_resident_metric(std::string_view name);

/// Over the launches of the cases.
std::optional<double> resident_value(const ResidentMetric& metric, const record::RunRecord& record,
                                     std::span<const std::uint32_t> cases, Counted counted);

/// "; of smooth_kernel, blocks of 64 threads, 4 are on a multiprocessor, limited by shared memory":
/// of the launch whose value counts. Empty where there is none.
std::string resident_reason(const ResidentMetric& metric, const record::RunRecord& record,
                            std::span<const std::uint32_t> cases);

}  // namespace warpscope::runner
