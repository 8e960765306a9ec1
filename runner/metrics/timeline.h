// What a set of cases did on the device's clock: which copies and kernels ran, for how long, and
// how much of it at the same time.
//
// Which operation comes after which is exact: it follows from streams, events and engines. How long
// each takes is modelled on the virtual GPU, and so are shares of time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "record/record.h"
#include "runner/metrics/counted.h"
#include "runner/metrics/needed_time.h"

namespace warpscope::runner {

namespace timeline_metric {
/// From the begin of a case's first operation to the end of its last.
inline constexpr std::string_view kSpan = "warpscope__timeline_span.us";
}  // namespace timeline_metric

/// Sums over the cases; between the operations of different cases nothing is counted.
struct Timeline {
  std::uint64_t operations = 0;       ///< launches, copies and fills
  std::uint64_t copies = 0;           ///< between host and device
  std::uint64_t waiting_copies = 0;   ///< of these, those for which the host waited (cudaMemcpy)
  std::uint64_t pageable_copies = 0;  ///< of these, those whose host memory is not page-locked
  std::uint64_t default_stream_operations = 0;  ///< in the legacy default stream
  std::uint64_t streams = 0;  ///< that had work, in the case that used most of them
  double span_s = 0;          ///< from the begin of a case's first operation to the end of its last
  double busy_s = 0;          ///< durations of all operations
  double copies_s = 0;        ///< during which at least one copy between host and device ran
  double copies_and_kernels_s = 0;  ///< during which such a copy and a kernel ran
  double both_directions_s = 0;     ///< during which copies in both directions ran
  double shorter_direction_s = 0;   ///< of the direction with less time, in each case
  std::optional<double> ahead;      ///< copied_ahead(), of the case that has most; 0 to 1
};

/// `most`: each operation is as long as its work needs (NeededTimes), and begins when it began; the
/// span stays that from the first to the end of the last.
Timeline timeline_of(const record::RunRecord& record, std::span<const std::uint32_t> cases,
                     Counted counted = Counted::all, const MostWork* most = nullptr);

struct TimelineMetric {
  std::string_view name, short_name, unit;
  bool is_made_of_times = false;  ///< and not a count
  /// Nothing when it has no meaning, e.g. a share of no time.
  std::optional<double> (*value)(const Timeline&);
};

/// As rows of the metrics that a lab may name (case_metrics.h).
std::span<const TimelineMetric> timeline_metrics();
const TimelineMetric* find_timeline_metric(std::string_view name);

}  // namespace warpscope::runner
