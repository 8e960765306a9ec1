#include "runner/report/gradescope.h"

#include "base/text_of_others.h"
#include "record/json_value.h"
#include "record/names.h"
#include "runner/report/text.h"

namespace warpscope::runner {
namespace {

std::string summary(const record::RunRecord& record) {
  std::string text = "Outcome: " + std::string(record::in_words(record.outcome.kind));
  if (!record.outcome.message.empty()) text += ". " + one_line_of_others(record.outcome.message);
  text += "\n";
  if (record.outcome.kind == record::Outcome::Kind::tool_error) {
    text += "This is not the submission's fault; tell your instructor.\n";
  }
  if (!record.outcome.compiler_output.empty()) {
    text += "\nThe compiler says:\n" + lines_of_others(record.outcome.compiler_output, "  | ");
  }
  return text + findings_text(record, {});
}

}  // namespace

std::string gradescope_json(const record::RunRecord& record, const InstructorRules* rules) {
  using nlohmann::json;
  json document = {{"output", summary(record)},
                   {"output_format", "text"},
                   {"test_output_format", "text"},
                   {"visibility", "visible"},
                   {"tests", json::array()},
                   {"extra_data",
                    {{"lab", record.lab},
                     {"seed", record.seed},
                     {"sha256", record.program.sha256},
                     {"outcome", record::name(record.outcome.kind)}}}};
  for (const auto& hints : record.opened_hints) {
    document["extra_data"]["opened_hints"].push_back(
        {{"task", hints.task}, {"opened", hints.opened}});
  }
  if (record.score) {
    document["score"] = record.score->points;
    for (const auto& check : record.score->checks) {
      document["tests"].push_back({{"name", check.title},
                                   {"score", check.points},
                                   {"max_score", check.max_points},
                                   {"output", one_line_of_others(check.reason)},
                                   {"tags", json::array({check.id})}});
      if (record::is_judged(check)) {
        const bool is_full = check.points >= check.max_points;
        document["tests"].back()["status"] = is_full ? "passed" : "failed";
      }
      if (rules != nullptr) {
        document["tests"].back()["visibility"] = name(visibility_of(*rules, check.id));
      }
    }
  } else {
    // A grading that was stopped; where the tool failed, what it found means nothing.
    const bool is_partial = record.outcome.kind == record::Outcome::Kind::timed_out;
    for (const auto& item : is_partial ? record.cases : std::vector<record::Case>()) {
      const bool is_correct = item.verdict == record::Case::Verdict::correct;
      document["tests"].push_back({{"name", item.name},
                                   {"status", is_correct ? "passed" : "failed"},
                                   {"output", one_line_of_others(item.message)}});
    }
  }
  return record::to_text(document, 2) + "\n";
}

std::string gradescope_none(const std::string& reason) {
  using nlohmann::json;
  const json document = {{"output", "Not graded. " + one_line_of_others(reason) + "\n"},
                         {"output_format", "text"},
                         {"visibility", "visible"},
                         {"tests", json::array()}};
  return record::to_text(document, 2) + "\n";
}

}  // namespace warpscope::runner
