// Predictions beside what a run counted.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/record.h"
#include "runner/lab/predictions.h"

namespace warpscope::runner {

/// What somebody answered to a question of the lab.
struct GivenPrediction {
  std::string id;                ///< of the question
  std::string choice{};          ///< kind choice: an option's text
  std::vector<double> values{};  ///< kind number: one; kind curve: one for each point
};

/// Reads an answer as it was typed: a number, an option's text or its number from 1, or as many
/// numbers as the question has points. Throws std::runtime_error with a sentence that says what to
/// write instead.
GivenPrediction parse_prediction(const PredictionQuestion& question, std::string_view typed);

/// The words of an answer of several numbers: what stands between blanks and semicolons.
std::vector<std::string_view> words_of_answer(std::string_view typed);

/// The finite number that a word is; nothing where it is none.
std::optional<double> number_of_answer(std::string_view word);

/// The true values of a number (one) or of a curve (one for each point), or of what decides a
/// choice (one). Nothing where the record has no such case or line, or the value has no meaning.
std::vector<std::optional<double>> true_values(const PredictionQuestion& question,
                                               const record::RunRecord& record);

/// The right option for this value, or null.
const PredictionOption* option_for(const PredictionQuestion& question, double value);

/// The answer beside what the record says.
record::Prediction compare(const PredictionQuestion& question, const GivenPrediction& given,
                           const record::RunRecord& record);

/// The same for all; throws std::runtime_error for an id that is no question of the lab.
std::vector<record::Prediction> compare(const std::vector<PredictionQuestion>& questions,
                                        const std::vector<GivenPrediction>& given,
                                        const record::RunRecord& record);

}  // namespace warpscope::runner
