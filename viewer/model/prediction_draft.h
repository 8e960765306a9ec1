// A prediction before it is locked: typed, chosen, or drawn with the mouse.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runner/lab/prediction_answers.h"

namespace warpscope::viewer {

/// Numbers and curves are kept as they are typed; a curve's places are drawn into the same text, in
/// which "-" stands for a place without a value.
class PredictionDraft {
 public:
  /// As typed; an option's text of a choice.
  std::string typed;

  bool is_empty(const runner::PredictionQuestion& question) const;
  /// The answer; nothing where there is none yet, or it cannot be read.
  std::optional<runner::GivenPrediction> answer(const runner::PredictionQuestion& question) const;
  /// What to write instead; empty where all is well, or nothing is there.
  std::string problem(const runner::PredictionQuestion& question) const;

  /// Of a curve, for each place: its value, where it has one.
  std::vector<std::optional<double>> drawn(const runner::PredictionQuestion& question) const;
  /// Sets the curve's value at a place, rounded to three digits.
  void draw(const runner::PredictionQuestion& question, std::size_t place, double value);
};

}  // namespace warpscope::viewer
