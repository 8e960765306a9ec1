// What a lab asks a student to predict: [[predict]] in lab.toml. The format is described in
// docs/instructors/predictions.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/toml_table.h"
#include "record/record.h"

namespace warpscope::runner {

/// Which number of a run record: a metric over some of its cases, or a number that the judge says.
struct RecordValue {
  std::string metric;  ///< counter, derived metric or metric of cases, as in a check; or …
  /// … part of a case's message, with '#' for the number: "# of 4096 counts were lost".
  std::string message{};
  std::string cases{};  ///< only cases whose name matches this glob; empty for all
  /// Only the counters of the exercise's line with this text, which no other line has; empty: of
  /// all lines.
  std::string line{};
  std::optional<double> at{};  ///< of a curve: at this place for all points; nothing: at each point
};

/// An answer to choose, and the true values for which it is right.
struct PredictionOption {
  std::string text;
  std::optional<double> at_least, at_most;
};

enum class QuestionKind : std::uint8_t {
  number,
  choice,  ///< one of `options`
  curve,   ///< a number for each of `points` of a sweep
};

struct PredictionQuestion {
  QuestionKind kind = QuestionKind::number;
  std::string id;
  std::uint32_t task = 0;  ///< of the handout; 0: what is asked before the first run
  std::string question;
  std::string program;  ///< whose run has the answer: "starter", "step-2", "reference"
  std::string unit;     ///< of numbers
  RecordValue value;
  std::optional<RecordValue> per;  ///< what the value is divided by
  double over = 1;                 ///< and this number
  double tolerance = 0;            ///< of a number, as a share of the true one, that is no miss
  std::vector<PredictionOption> options;
  std::string sweep;  ///< id
  std::vector<double> points;
};

/// Reads all [[predict]] of a lab.toml. Throws TomlError with file, line and reason for anything
/// that does not fit the format.
std::vector<PredictionQuestion> read_predictions(TomlTable& lab,
                                                 const std::vector<record::Sweep>& sweeps);

}  // namespace warpscope::runner
