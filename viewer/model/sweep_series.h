// The curves of a lab: points out of a record's cases.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "record/record.h"

namespace warpscope::viewer {

struct SweepPoint {
  double x = 0;
  double y = 0;
  std::string case_name;
};

/// One curve per task, sorted by x.
struct SweepSeries {
  std::string task;
  std::vector<SweepPoint> points;
};

enum class SweepQuantity { bandwidth, counter };
inline constexpr SweepQuantity kSweepQuantities[] = {SweepQuantity::bandwidth,
                                                     SweepQuantity::counter};

/// The points of one sweep: bandwidth in GB/s (useful bytes over device time), or the metric that
/// the sweep names. Cases that are not correct, or have no value, give no
/// point.
std::vector<SweepSeries> sweep_series(const record::RunRecord& record, std::string_view sweep,
                                      SweepQuantity quantity);

/// "modelled" or "exact count": where the quantity's numbers come from.
record::Provenance provenance(const record::RunRecord& record, SweepQuantity quantity);

/// The sweeps of two records, each once, in order of appearance; either may be null.
std::vector<record::Sweep> sweeps_of(const record::RunRecord* first,
                                     const record::RunRecord* second);

}  // namespace warpscope::viewer
