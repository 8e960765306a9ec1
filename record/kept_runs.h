// What a deck shows of runs: curves and timelines, taken out of records and kept in a small file.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "record/record.h"

namespace warpscope::record {

/// A sweep of one program, for one task and one quantity.
struct KeptCurve {
  std::string program;  ///< "starter", "step-1", …, "reference"
  std::string sweep;    ///< id
  std::string metric;   ///< as it was asked for: "counter", "bandwidth" or a metric's name
  std::string task;
  std::string title, x_label, y_label;        ///< of the sweep; y with its unit
  std::string source;                         ///< "exact count", "modelled" or "measured"
  std::vector<std::array<double, 2>> points;  ///< x and y, by x
};

/// A launch, a copy, a fill or a phase of a warp, in microseconds from the begin of its case.
struct KeptBar {
  enum class Kind : std::uint8_t { launch, copy, phase };
  Kind kind = Kind::launch;
  std::string label;
  std::uint32_t row = 0;  ///< in its lane
  double begin_us = 0, end_us = 0;
};

struct KeptLane {
  std::string title;  ///< "stream 0"
  std::vector<KeptBar> bars;
};

/// One case of one program.
struct KeptTimeline {
  std::string program, case_name;
  std::string source;  ///< "modelled" or "measured"
  std::vector<KeptLane> lanes;
};

struct KeptRuns {
  std::string lab;
  std::vector<KeptCurve> curves;
  std::vector<KeptTimeline> timelines;
};

/// JSON with a line for each curve and each lane, so that a change is seen as one.
std::string to_text(const KeptRuns& runs);
/// Throws RecordError that says where and why. `text` may be hostile.
KeptRuns kept_runs_from_text(std::string_view text);

/// Rounds as the file does: six significant digits for points, nanoseconds for times.
double kept_value(double value);
double kept_time_us(double time_s);

/// What happened in a case of that name; no lanes when nothing did. Rows are free of overlaps;
/// phases are those of the first 16 warps. Throws std::runtime_error when the record has no such
/// case, and when there are more than 400 bars, which nobody could tell apart.
KeptTimeline kept_timeline(const RunRecord& record, std::string_view case_name);

}  // namespace warpscope::record
