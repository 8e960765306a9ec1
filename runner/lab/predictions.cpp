#include "runner/lab/predictions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string_view>

#include "base/spelling.h"
#include "record/derived.h"
#include "runner/lab/programs.h"
#include "runner/metrics/case_metrics.h"

namespace warpscope::runner {
namespace {

constexpr std::uint64_t kMostAskedTasks = 99;
constexpr std::size_t kMostPlaces = 32, kMostOptions = 9;
constexpr double kMostTolerance = 10;

void check_metric_name(const TomlTable& view, const RecordValue& value) {
  // A source line has counters, not what is known of a case.
  const auto known = value.line.empty() ? case_metric_names() : record::metric_names();
  if (std::ranges::find(known, value.metric) != known.end()) return;
  view.fail("metric", (value.line.empty() ? "names no counter or derived metric: "
                                          : "names no metric that a source line has: ") +
                          value.metric + did_you_mean(value.metric, known));
}

RecordValue read_value(TomlTable& view) {
  RecordValue value;
  value.cases = view.text_or("cases", "");
  value.message = view.text_or("message", "");
  if (!value.message.empty()) {
    if (std::ranges::count(value.message, '#') != 1)
      view.fail("message", "must have one '#', where the number stands");
    return value;
  }
  value.line = view.text_or("line", "");
  value.metric = view.text("metric");
  check_metric_name(view, value);
  return value;
}

/// What the value is divided by; what is left out is as in the value.
RecordValue read_per(TomlTable& view, const PredictionQuestion& question) {
  RecordValue per = question.value;
  if (!per.message.empty()) view.fail("metric", "divides a metric, not what a message says");
  per.metric = view.text_or("metric", per.metric);
  per.cases = view.text_or("cases", per.cases);
  check_metric_name(view, per);
  per.at = view.number_if_there("at");
  if (per.at && question.kind != QuestionKind::curve) view.fail("at", "is for curves");
  return per;
}

void read_options(TomlTable& view, PredictionQuestion& question) {
  view.for_each("option", [&](TomlTable& option) {
    PredictionOption read;
    read.text = option.text("text");
    read.at_least = option.number_if_there("at_least");
    read.at_most = option.number_if_there("at_most");
    if (!read.at_least && !read.at_most)
      option.fail("at_most",
                  "or \"at_least\" must be there: the true values for which it is right");
    const double low = read.at_least.value_or(-std::numeric_limits<double>::infinity());
    const double high = read.at_most.value_or(std::numeric_limits<double>::infinity());
    if (low > high) option.fail("at_least", "must not be above \"at_most\"");
    for (const auto& other : question.options) {
      if (other.text == read.text) option.fail("text", "is used twice: " + read.text);
      const bool is_above = other.at_most && low > *other.at_most;
      const bool is_below = other.at_least && high < *other.at_least;
      if (!is_above && !is_below)
        option.fail("text", "is right for true values for which \"" + other.text + "\" is, too");
    }
    question.options.push_back(std::move(read));
  });
  if (question.options.size() < 2 || question.options.size() > kMostOptions)
    view.fail("option", "must be there for two to nine answers: write [[predict.option]]");
}

void read_points(TomlTable& view, PredictionQuestion& question,
                 const std::vector<record::Sweep>& sweeps) {
  if (sweeps.empty()) view.fail("sweep", "names a sweep, and the lab has none");
  std::vector<std::string_view> ids;
  for (const auto& sweep : sweeps) ids.push_back(sweep.id);
  question.sweep = view.word("sweep", ids);
  question.points = view.numbers("points");
  if (question.points.size() < 2 || question.points.size() > kMostPlaces)
    view.fail("points", "must list two to 32 places on the sweep's axis");
  if (!std::ranges::is_sorted(question.points, std::less_equal<>()))
    view.fail("points", "must rise");
}

PredictionQuestion read_question(TomlTable& view, const std::vector<record::Sweep>& sweeps) {
  PredictionQuestion question;
  question.id = view.text("id");
  if (question.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") != std::string::npos)
    view.fail("id", "must have lower-case letters, digits and '-' only");
  const auto task = view.whole_or("task", 0);
  if (task > kMostAskedTasks) view.fail("task", "must be at most 99");
  question.task = static_cast<std::uint32_t>(task);
  question.question = view.text("question");
  question.program = view.text_or("program", "starter");
  if (question.program != "starter" && question.program != "reference" &&
      !is_step(question.program)) {
    view.fail("program", "must be \"starter\", a step of the ladder (\"step-2\") or \"reference\"");
  }
  question.kind = view.choice<QuestionKind>("kind", {{"number", QuestionKind::number},
                                                     {"choice", QuestionKind::choice},
                                                     {"curve", QuestionKind::curve}});
  if (question.kind == QuestionKind::curve) read_points(view, question, sweeps);
  if (question.kind == QuestionKind::choice) {
    read_options(view, question);
  } else {
    question.unit = view.text("unit");
    question.tolerance = view.number_if_there("tolerance").value_or(0);
    if (question.tolerance < 0 || question.tolerance > kMostTolerance)
      view.fail("tolerance", "must be a share of the true value, from 0 to 10");
  }
  question.value = read_value(view);
  view.table_if_there("per", [&](TomlTable& per) { question.per = read_per(per, question); });
  question.over = view.positive_or("over", 1);
  return question;
}

}  // namespace

std::vector<PredictionQuestion> read_predictions(TomlTable& lab,
                                                 const std::vector<record::Sweep>& sweeps) {
  std::vector<PredictionQuestion> questions;
  std::set<std::string, std::less<>> ids;
  lab.for_each("predict", [&](TomlTable& view) {
    questions.push_back(read_question(view, sweeps));
    if (!ids.insert(questions.back().id).second)
      view.fail("id", "is used twice: " + questions.back().id);
  });
  return questions;
}

}  // namespace warpscope::runner
