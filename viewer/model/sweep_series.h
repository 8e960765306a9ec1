// The curves of a lab: points out of a record's cases.
#pragma once

#include <array>
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

/// A case of the sweep that has no value, because its answer is wrong or there is none.
struct SweepFailure {
  double x = 0;
  std::string case_name;
  record::Case::Verdict verdict = record::Case::Verdict::not_run;
  std::string message;  ///< why; may be empty
};

/// One curve per task, sorted by x.
struct SweepSeries {
  std::string task;
  std::vector<SweepPoint> points;
  std::vector<SweepFailure> failures;
};

enum class SweepQuantity { bandwidth, counter };
inline constexpr SweepQuantity kSweepQuantities[] = {SweepQuantity::bandwidth,
                                                     SweepQuantity::counter};

/// The points of one sweep: bandwidth in GB/s (useful bytes over device time), or the metric that
/// the sweep names. Cases that are not correct are failures; correct ones without a value give
/// nothing.
std::vector<SweepSeries> sweep_series(const record::RunRecord& record, std::string_view sweep,
                                      SweepQuantity quantity);

/// What a real GPU gave for the quantity, in the same unit, each x with its y; empty where a
/// measurement says nothing of it.
std::vector<std::array<double, 2>> measured_points(const record::MeasuredCurve& curve,
                                                   const record::Sweep& sweep,
                                                   SweepQuantity quantity);

/// The curve of another program of the lab, kept or measured.
struct BesideSeries {
  std::string label;
  std::vector<std::array<double, 2>> points;  ///< x, y
  std::size_t program = 0;                    ///< decides the colour
  bool is_measured = false;                   ///< on the right axis
};

/// Those of a record's other programs: what was kept of them and, if wanted, what a real GPU
/// measured. Each program has a number of its own, from 0.
std::vector<BesideSeries> beside_series(const record::RunRecord& record, const record::Sweep& sweep,
                                        SweepQuantity quantity, bool with_measured);

/// What the counter's axis shows: the short name of the sweep's metric.
std::string counter_label(const record::Sweep& sweep);

/// How many cases of the sweeps failed and how: "2 × wrong answer, 1 × crashed"; empty without any.
std::string failures_in_words(const record::RunRecord& record);

/// "modelled" or "exact count": where the quantity's numbers come from.
record::Provenance provenance(const record::RunRecord& record, const record::Sweep& sweep,
                              SweepQuantity quantity);

/// The sweeps of two records, each once, in order of appearance; either may be null.
std::vector<record::Sweep> sweeps_of(const record::RunRecord* first,
                                     const record::RunRecord* second);

}  // namespace warpscope::viewer
