// Measuring the sweeps of one lab: its judge sets the cases and examines the GPU's answers.
#pragma once

#include <filesystem>
#include <string>

#include "labs/judge/judge.h"
#include "record/measured_curves.h"

namespace warpscope::bench {

struct Options {
  /// Holds <lab>-starter, <lab>-reference and their sources' sums, and, where sweeps name other
  /// programs to be drawn beside, <lab>.beside and these.
  std::filesystem::path programs;
  int runs = 15;
  std::string driver;   ///< of the GPU, e.g. "580.159.04"
  std::string toolkit;  ///< that built the programs, e.g. "13.0.88"
  std::string commit;   ///< of the sources
  std::string created;  ///< UTC, ISO 8601
};

/// Where the judge is data, asks <lab>-answers, or where there is none <lab>-reference, for the
/// answers to what is measured. Throws std::runtime_error where it gives none.
void take_answers(const std::string& lab, judge::Judge& judge, const Options& options);

/// Prints a line per case to stderr when its answer is not right. Throws std::runtime_error when
/// there is no such program. `judge`: the lab's.
record::MeasuredCurves measure_lab(const std::string& lab, const judge::Judge& judge,
                                   const Options& options);

}  // namespace warpscope::bench
