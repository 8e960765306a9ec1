#include "runner/lab/prediction_answers.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <utility>

#include "record/capabilities.h"
#include "record/derived.h"
#include "runner/lab/glob.h"
#include "runner/metrics/case_metrics.h"

namespace warpscope::runner {
namespace {

/// Of a number that is the true one, for what rounding does.
constexpr double kRounding = 1e-9;
std::string without_blanks(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1));
}

std::string parse_choice(const PredictionQuestion& question, const std::string& typed) {
  for (std::size_t i = 0; i < question.options.size(); ++i) {
    const auto& option = question.options[i];
    if (typed == option.text || typed == std::to_string(i + 1)) return option.text;
  }
  throw std::runtime_error("Write the number of an answer, from 1 to " +
                           std::to_string(question.options.size()) + ".");
}

std::vector<double> parse_values(const PredictionQuestion& question, std::string_view typed) {
  const std::size_t wanted = question.kind == QuestionKind::curve ? question.points.size() : 1;
  std::vector<double> values;
  for (const auto word : words_of_answer(typed)) {
    const auto value = number_of_answer(word);
    if (!value || values.size() == wanted) break;
    values.push_back(*value);
  }
  if (values.size() == wanted && words_of_answer(typed).size() == wanted) return values;
  throw std::runtime_error(wanted == 1
                               ? "Write one number, for example 4, 0.5 or 548183."
                               : "Write " + std::to_string(wanted) +
                                     " numbers with blanks between them, one for each place.");
}

/// The exercise's only line with this text, from 1; 0: there is none, or there are more.
std::uint32_t line_with(std::string_view marker, std::string_view text) {
  std::uint32_t found = 0, number = 0;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    ++number;
    if (text.substr(0, end).find(marker) != std::string_view::npos) {
      if (found != 0) return 0;
      found = number;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return found;
}

std::optional<double> value_of_line(const RecordValue& value, const record::RunRecord& record,
                                    const std::vector<std::uint32_t>& cases) {
  if (record.sources.empty() || !record::counts_lines(record.device)) return std::nullopt;
  const auto& source = record.sources.front();
  const record::SourceLine where{source.path, line_with(value.line, source.text)};
  if (where.line == 0) return std::nullopt;
  const auto is_wanted = [&](const record::Launch& launch) {
    return launch.case_index && std::ranges::find(cases, *launch.case_index) != cases.end();
  };
  for (const auto& line : record::line_table(record, is_wanted)) {
    if (line.where == where) return record::metric_value(value.metric, line.counters);
  }
  return std::nullopt;
}

/// What stands for '#' where the message has the pattern's words around it.
std::optional<double> number_said(std::string_view message, std::string_view pattern) {
  constexpr std::string_view kDigits = "0123456789";
  const auto hash = pattern.find('#');
  const auto before = pattern.substr(0, hash), behind = pattern.substr(hash + 1);
  for (std::size_t at = 0; (at = message.find_first_of(kDigits, at)) != message.npos;) {
    double number = 0;
    const auto* const end = message.data() + message.size();
    const auto read = std::from_chars(message.data() + at, end, number);
    const auto next = static_cast<std::size_t>(read.ptr - message.data());
    if (message.substr(0, at).ends_with(before) && message.substr(next).starts_with(behind))
      return number;
    at = next;
  }
  return std::nullopt;
}

std::optional<double> value_said(const RecordValue& value, const record::RunRecord& record,
                                 const std::vector<std::uint32_t>& cases) {
  for (const auto index : cases) {
    if (const auto number = number_said(record.cases[index].message, value.message)) return number;
  }
  return std::nullopt;
}

/// `x`: of a curve, only the cases there.
std::optional<double> value_in(const RecordValue& value, const PredictionQuestion& question,
                               std::optional<double> x, const record::RunRecord& record) {
  std::vector<std::uint32_t> cases;
  for (std::uint32_t i = 0; i < record.cases.size(); ++i) {
    const auto& item = record.cases[i];
    const bool is_there = !x || (item.sweep == question.sweep && item.sweep_x == *x);
    if (is_there && (value.cases.empty() || matches_glob(item.name, value.cases)))
      cases.push_back(i);
  }
  if (cases.empty()) return std::nullopt;
  if (!value.message.empty()) return value_said(value, record, cases);
  if (!left_out_counter(record.device, value.metric).empty()) return std::nullopt;
  return value.line.empty() ? case_metric_value(record, cases, value.metric)
                            : value_of_line(value, record, cases);
}

std::optional<double> true_value(const PredictionQuestion& question, std::optional<double> x,
                                 const record::RunRecord& record) {
  const auto value = value_in(question.value, question, x, record);
  if (!value) return std::nullopt;
  if (!question.per) return *value / question.over;
  const auto per =
      value_in(*question.per, question, question.per->at ? question.per->at : x, record);
  if (!per || *per == 0) return std::nullopt;
  return *value / *per / question.over;
}

record::Provenance provenance_of(const PredictionQuestion& question,
                                 const record::RunRecord& record) {
  const bool is_of_times = is_made_of_times(question.value.metric) ||
                           (question.per && is_made_of_times(question.per->metric));
  return is_of_times ? record.device.times : record.device.counters;
}

bool is_near(double predicted, double truth, double tolerance) {
  return std::abs(predicted - truth) <= (tolerance + kRounding) * std::abs(truth);
}

void compare_choice(const PredictionQuestion& question, std::optional<double> truth,
                    record::Prediction& prediction) {
  const auto* right = truth ? option_for(question, *truth) : nullptr;
  if (right == nullptr) return;
  prediction.true_choice = right->text;
  prediction.is_within = prediction.choice == right->text;
  prediction.miss = prediction.is_within ? 0 : 1;
}

void compare_values(const PredictionQuestion& question, const GivenPrediction& given,
                    const std::vector<std::optional<double>>& truth,
                    record::Prediction& prediction) {
  prediction.is_within = true;
  for (std::size_t i = 0; i < truth.size() && i < given.values.size(); ++i) {
    const double predicted = given.values[i];
    const auto x =
        question.kind == QuestionKind::curve ? std::optional(question.points[i]) : std::nullopt;
    prediction.values.push_back({x, predicted, truth[i]});
    const bool is_right = truth[i] && is_near(predicted, *truth[i], question.tolerance);
    prediction.is_within = prediction.is_within && is_right;
    if (!truth[i]) continue;
    const double miss = predicted - *truth[i];
    if (!prediction.miss || std::abs(miss) > std::abs(*prediction.miss)) prediction.miss = miss;
  }
}

}  // namespace

std::vector<std::string_view> words_of_answer(std::string_view typed) {
  constexpr std::string_view kBetween = " \t\r;";
  std::vector<std::string_view> words;
  while (true) {
    typed.remove_prefix(std::min(typed.find_first_not_of(kBetween), typed.size()));
    if (typed.empty()) return words;
    const auto end = std::min(typed.find_first_of(kBetween), typed.size());
    words.push_back(typed.substr(0, end));
    typed.remove_prefix(end);
  }
}

std::optional<double> number_of_answer(std::string_view word) {
  double number = 0;
  const auto* const end = word.data() + word.size();
  const auto read = std::from_chars(word.data(), end, number);
  const bool is_number = read.ec == std::errc() && read.ptr == end && std::isfinite(number);
  return is_number ? std::optional(number) : std::nullopt;
}

GivenPrediction parse_prediction(const PredictionQuestion& question, std::string_view typed) {
  if (question.kind == QuestionKind::choice)
    return {question.id, parse_choice(question, without_blanks(typed))};
  return {question.id, {}, parse_values(question, typed)};
}

std::vector<std::optional<double>> true_values(const PredictionQuestion& question,
                                               const record::RunRecord& record) {
  if (question.kind != QuestionKind::curve) return {true_value(question, std::nullopt, record)};
  std::vector<std::optional<double>> values;
  for (const double x : question.points) values.push_back(true_value(question, x, record));
  return values;
}

const PredictionOption* option_for(const PredictionQuestion& question, double value) {
  const auto found = std::ranges::find_if(question.options, [&](const auto& option) {
    return (!option.at_least || value >= *option.at_least) &&
           (!option.at_most || value <= *option.at_most);
  });
  return found == question.options.end() ? nullptr : &*found;
}

record::Prediction compare(const PredictionQuestion& question, const GivenPrediction& given,
                           const record::RunRecord& record) {
  record::Prediction prediction;
  prediction.id = question.id;
  prediction.question = question.question;
  prediction.unit = question.unit;
  prediction.provenance = provenance_of(question, record);
  prediction.choice = given.choice;
  const auto truth = true_values(question, record);
  if (question.kind == QuestionKind::choice) {
    compare_choice(question, truth.front(), prediction);
  } else {
    compare_values(question, given, truth, prediction);
  }
  return prediction;
}

std::vector<record::Prediction> compare(const std::vector<PredictionQuestion>& questions,
                                        const std::vector<GivenPrediction>& given,
                                        const record::RunRecord& record) {
  std::vector<record::Prediction> predictions;
  for (const auto& answer : given) {
    const auto found = std::ranges::find(questions, answer.id, &PredictionQuestion::id);
    if (found == questions.end())
      throw std::runtime_error("The lab asks no prediction \"" + answer.id + "\".");
    predictions.push_back(compare(*found, answer, record));
  }
  return predictions;
}

}  // namespace warpscope::runner
