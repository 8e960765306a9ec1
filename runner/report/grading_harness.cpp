#include "runner/report/grading_harness.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "base/html_text.h"
#include "base/text_of_others.h"
#include "record/json_value.h"
#include "record/names.h"
#include "runner/report/text.h"

namespace warpscope::runner {
namespace {

using nlohmann::json;
using Kind = record::Outcome::Kind;

std::string outcome_line(const record::RunRecord& record) {
  auto text = std::string(record::in_words(record.outcome.kind));
  if (!record.outcome.message.empty()) text += ": " + one_line_of_others(record.outcome.message);
  if (record.outcome.kind == Kind::tool_error)
    text += " This is not the submission's fault; tell your instructor.";
  return text;
}

std::string details(const record::RunRecord& record) {
  std::string text;
  if (!record.outcome.compiler_output.empty())
    text = "The compiler says:\n" + lines_of_others(record.outcome.compiler_output, "  | ");
  return text + findings_text(record, {});
}

bool is_shown(const InstructorRules& rules, const record::Check& check) {
  return visibility_of(rules, check.id) == Visibility::visible;
}

bool is_full(const record::Check& check) { return check.points >= check.max_points; }

double share(const record::Score& score) {
  return score.max_points > 0 ? std::clamp(score.points / score.max_points, 0.0, 1.0) : 0;
}

std::string hidden_text(std::size_t hidden) {
  return hidden == 0 ? std::string() : fmt::format(" Checks that are not shown here: {}.", hidden);
}

json test_of(const record::Check& check) {
  return {{"name", check.title},
          {"points", check.points},
          {"max_points", check.max_points},
          {"message", one_line_of_others(check.reason)}};
}

/// A row of a runner's result, with all fields that the reporter knows.
json classroom_row(const std::string& name, const char* status, double score,
                   const std::string& message) {
  return {{"name", name},   {"status", status}, {"score", score},        {"message", message},
          {"filename", ""}, {"line_no", 0},     {"execution_time", "0s"}};
}

json classroom_test(const record::Check& check, const std::string& lab) {
  auto row = classroom_row(check.title, is_full(check) ? "pass" : "fail", check.points,
                           one_line_of_others(check.reason));
  row["test_code"] = "warpscope grade " + lab;
  return row;
}

std::string as_output(const json& results) {
  return "result=" + base64(record::to_text(results)) + "\n";
}

}  // namespace

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  constexpr std::size_t kGroup = 3;
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += kGroup) {
    const auto left = std::min(kGroup, bytes.size() - at);
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < kGroup; ++i)
      bits = bits << 8U | (i < left ? static_cast<std::uint8_t>(bytes[at + i]) : 0U);
    for (std::size_t i = 0; i <= kGroup; ++i)
      text += i <= left ? kDigits[bits >> (6 * (kGroup - i)) & 0x3fU] : '=';
  }
  return text;
}

std::string prairielearn_json(const record::RunRecord& record, const InstructorRules& rules) {
  const bool is_gradable = record.score && record.outcome.kind != Kind::compile_error;
  json document = {
      {"gradable", is_gradable}, {"message", outcome_line(record)}, {"output", details(record)}};
  if (!is_gradable) {
    document["format_errors"] = json::array({outcome_line(record)});
    if (!record.outcome.compiler_output.empty())
      document["format_errors"].push_back(lines_of_others(record.outcome.compiler_output, ""));
    return record::to_text(document, 2) + "\n";
  }
  std::size_t hidden = 0;
  document["score"] = share(*record.score);
  document["tests"] = json::array();
  for (const auto& check : record.score->checks) {
    if (is_shown(rules, check)) {
      document["tests"].push_back(test_of(check));
    } else {
      ++hidden;
    }
  }
  document["message"] = outcome_line(record) + hidden_text(hidden);
  return record::to_text(document, 2) + "\n";
}

std::string prairielearn_none(const std::string& reason) {
  const json document = {
      {"gradable", false}, {"message", reason}, {"format_errors", json::array({reason})}};
  return record::to_text(document, 2) + "\n";
}

std::string classroom_output(const record::RunRecord& record, const InstructorRules& rules) {
  if (!record.score) return classroom_none(outcome_line(record));
  json results = {{"version", 1},
                  {"status", "pass"},
                  {"max_score", record.score->max_points},
                  {"tests", json::array()}};
  record::Check hidden;
  std::size_t hidden_count = 0;
  for (const auto& check : record.score->checks) {
    if (!is_full(check)) results["status"] = "fail";
    if (is_shown(rules, check)) {
      results["tests"].push_back(classroom_test(check, record.lab));
      continue;
    }
    ++hidden_count;
    hidden.points += check.points;
    hidden.max_points += check.max_points;
  }
  if (hidden_count > 0) {
    hidden.title = fmt::format("checks that are not shown: {}", hidden_count);
    results["tests"].push_back(classroom_test(hidden, record.lab));
  }
  return as_output(results);
}

std::string classroom_none(const std::string& reason) {
  auto test = classroom_row("graded", "error", 0, reason);
  test["test_code"] = "warpscope grade";
  const json results = {{"version", 1}, {"status", "error"}, {"tests", json::array({test})}};
  return as_output(results);
}

std::string coderunner_json(const record::RunRecord& record, const InstructorRules& rules) {
  if (!record.score) return coderunner_none(outcome_line(record));
  json rows = json::array({{"iscorrect", "Check", "Points", "Reason"}});
  std::size_t hidden = 0;
  for (const auto& check : record.score->checks) {
    if (!is_shown(rules, check)) {
      ++hidden;
      continue;
    }
    rows.push_back({is_full(check) ? 1 : 0, check.title,
                    fmt::format("{:g} of {:g}", check.points, check.max_points),
                    one_line_of_others(check.reason)});
  }
  const json document = {
      {"fraction", share(*record.score)},
      {"prologuehtml",
       fmt::format("<p>{}</p>", escaped_html(outcome_line(record) + hidden_text(hidden)))},
      {"testresults", std::move(rows)},
      {"epiloguehtml", fmt::format("<pre>{}</pre>", escaped_html(details(record)))}};
  return record::to_text(document) + "\n";
}

std::string coderunner_none(const std::string& reason) {
  const json document = {{"prologuehtml", fmt::format("<p>{}</p>", escaped_html(reason))}};
  return record::to_text(document) + "\n";
}

}  // namespace warpscope::runner
