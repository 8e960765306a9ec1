#include "runner/report/autolab.h"

#include "base/text_of_others.h"
#include "record/json_value.h"

namespace warpscope::runner {

std::string autolab_lines(const record::RunRecord& record) {
  using nlohmann::json;
  const bool is_built = record.outcome.kind != record::Outcome::Kind::compile_error;
  json stages = {{"_presentation", "semantic"},
                 {"stages", {"Build", "Checks"}},
                 {"Build", {{"compiles", {{"passed", is_built}}}}},
                 {"Checks", json::object()}};
  json scores = json::object();
  if (record.score) {
    for (const auto& check : record.score->checks) {
      auto& row = stages["Checks"][check.title];
      if (record::is_judged(check)) row["passed"] = check.points >= check.max_points;
      if (!check.reason.empty()) row["hint"] = check.reason;
      scores[check.id] = check.points;
    }
  }
  return record::to_text(stages) + "\n" + record::to_text(json{{"scores", scores}}) + "\n";
}

std::string autolab_none(const std::string& reason) {
  return "Not graded. " + one_line_of_others(reason) + "\n{\"scores\":{}}\n";
}

}  // namespace warpscope::runner
