// Ratios of counters, computed the same way wherever one is shown or scored.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "record/record.h"

namespace warpscope::record {

/// A ratio of two sums of counters.
struct DerivedMetric {
  std::string_view name;  ///< Nsight Compute's, or "warpscope__…" where it has none
  std::string_view short_name;
  std::string_view unit;  ///< "sectors/request"
  std::string_view description;
  std::span<const std::string_view> numerator;          ///< counters that are added
  std::span<const std::string_view> denominator;        ///< counters that are added …
  std::span<const std::string_view> denominator_minus;  ///< … and counters that are subtracted
};

/// Names that our own code asks for.
namespace derived {
inline constexpr std::string_view kSectorsPerLoadRequest =
    "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio";
inline constexpr std::string_view kSectorsPerStoreRequest =
    "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio";
/// Loads and stores together.
inline constexpr std::string_view kSectorsPerRequest = "warpscope__sectors_per_request.ratio";
inline constexpr std::string_view kLoadSectorsOverIdeal =
    "warpscope__sectors_over_ideal_global_op_ld.ratio";
inline constexpr std::string_view kStoreSectorsOverIdeal =
    "warpscope__sectors_over_ideal_global_op_st.ratio";
inline constexpr std::string_view kSectorsOverIdeal = "warpscope__sectors_over_ideal.ratio";
inline constexpr std::string_view kBytesPerLoadSector =
    "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.ratio";
inline constexpr std::string_view kBytesPerStoreSector =
    "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.ratio";
inline constexpr std::string_view kLanesPerInstruction =
    "warpscope__ptx_thread_inst_executed_per_inst_executed.ratio";
inline constexpr std::string_view kSharedConflictWays = "derived__memory_l1_conflicts_shared_nway";
inline constexpr std::string_view kSharedWavefrontsPerRequest =
    "warpscope__shared_wavefronts_per_request.ratio";
}  // namespace derived

std::span<const DerivedMetric> derived_metrics();
const DerivedMetric* find_derived_metric(std::string_view name);

/// Value over one set of counters; nothing when the denominator is 0.
std::optional<double> evaluate(const DerivedMetric& metric, const Counters& counters);

/// Value of a counter or a derived metric by name: a counter that is absent is 0, a ratio over
/// nothing is absent, and so is an unknown name.
std::optional<double> metric_value(std::string_view name, const Counters& counters);

/// Names of all counters and all derived metrics.
std::vector<std::string_view> metric_names();
/// Unit of a counter or a derived metric; empty for an unknown name.
std::string_view metric_unit(std::string_view name);
/// Short name of a counter or a derived metric; the name itself when it is unknown.
std::string_view metric_short_name(std::string_view name);

/// The metric that a sweep draws beside the bandwidth.
std::string_view sweep_metric(const Sweep& sweep);

/// Sums of all counters over the launches of one case.
Counters case_counters(const RunRecord& record, std::uint32_t case_index);
/// Sums of all counters over all launches.
Counters total_counters(const RunRecord& record);

/// Useful bytes of a case over the device time of its launches, in bytes per second; nothing when
/// the case launched nothing or took no time. Its provenance is that of the device's times.
std::optional<double> effective_bandwidth_bytes_per_s(const RunRecord& record,
                                                      std::uint32_t case_index);

/// Counters of each source line, summed over the launches that `is_wanted` accepts (all when
/// empty), sorted by file and line.
std::vector<LineCounters> line_table(const RunRecord& record,
                                     const std::function<bool(const Launch&)>& is_wanted = {});

}  // namespace warpscope::record
