#include "viewer/model/prediction_draft.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <string_view>

namespace warpscope::viewer {
namespace {

constexpr std::string_view kBlanks = " \t\r\n;";
constexpr std::string_view kNoValue = "-";

/// As parse_prediction() parts them.
std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    if (text.empty()) return words;
    const auto end = std::min(text.find_first_of(kBlanks), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

std::optional<double> number_in(std::string_view word) {
  double number = 0;
  const auto read = std::from_chars(word.data(), word.data() + word.size(), number);
  const bool is_number =
      read.ec == std::errc() && read.ptr == word.data() + word.size() && std::isfinite(number);
  return is_number ? std::optional(number) : std::nullopt;
}

}  // namespace

bool PredictionDraft::is_empty(const runner::PredictionQuestion& question) const {
  return std::ranges::all_of(words_of(typed), [&](std::string_view word) {
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
  const auto words = words_of(typed);
  for (std::size_t i = 0; i < std::min(values.size(), words.size()); ++i)
    values[i] = number_in(words[i]);
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
