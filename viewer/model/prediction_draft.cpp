#include "viewer/model/prediction_draft.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>

namespace warpscope::viewer {
namespace {

constexpr std::string_view kNoValue = "-";

}  // namespace

bool PredictionDraft::is_empty(const runner::PredictionQuestion& question) const {
  return std::ranges::all_of(runner::words_of_answer(typed), [&](std::string_view word) {
    return question.kind == runner::QuestionKind::curve && word == kNoValue;
  });
}

std::optional<runner::GivenPrediction> PredictionDraft::answer(
    const runner::PredictionQuestion& question) const {
  if (is_empty(question)) return std::nullopt;
  try {
    return runner::parse_prediction(question, typed);
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
}

std::string PredictionDraft::problem(const runner::PredictionQuestion& question) const {
  if (is_empty(question)) return {};
  try {
    runner::parse_prediction(question, typed);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return {};
}

std::vector<std::optional<double>> PredictionDraft::drawn(
    const runner::PredictionQuestion& question) const {
  std::vector<std::optional<double>> values(question.points.size());
  const auto words = runner::words_of_answer(typed);
  for (std::size_t i = 0; i < std::min(values.size(), words.size()); ++i)
    values[i] = runner::number_of_answer(words[i]);
  return values;
}

void PredictionDraft::draw(const runner::PredictionQuestion& question, std::size_t place,
                           double value) {
  auto values = drawn(question);
  if (place >= values.size()) return;
  values[place] = value;
  typed.clear();
  for (const auto& each : values) {
    if (!typed.empty()) typed += ' ';
    typed += each ? fmt::format("{:.3g}", *each) : std::string(kNoValue);
  }
}

}  // namespace warpscope::viewer
