#include "runner/report/changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/quantity.h"
#include "record/names.h"
#include "runner/metrics/case_metrics.h"
#include "runner/score/score.h"

namespace warpscope::runner {
namespace {

using record::Finding;
using record::RunRecord;

std::string in_green_or_red(std::string text, bool is_good, TextStyle style) {
  return style.has_colour ? fmt::format("\033[{}m{}\033[0m", is_good ? 32 : 31, text) : text;
}

std::string outcome_change(const RunRecord& before, const RunRecord& after, TextStyle style) {
  const auto was = before.outcome.kind, is = after.outcome.kind;
  if (was == is) return {};
  const bool is_good = is == record::Outcome::Kind::completed;
  auto text = fmt::format("Outcome: {} → {}", record::in_words(was),
                          in_green_or_red(std::string(record::in_words(is)), is_good, style));
  if (!after.outcome.message.empty()) text += ". " + after.outcome.message;
  return text + "\n";
}

const record::Check* find_check(const RunRecord& record, const std::string& id) {
  if (!record.score) return nullptr;
  const auto found = std::ranges::find(record.score->checks, id, &record::Check::id);
  return found == record.score->checks.end() ? nullptr : &*found;
}

std::string points_change(const RunRecord& before, const RunRecord& after, TextStyle style) {
  if (!before.score || !after.score) return {};
  std::string text;
  const auto line = [&](std::string_view indent, double was, double is, double most,
                        const std::string& what) {
    if (was == is) return;
    const auto difference = in_green_or_red(fmt::format("{:+g}", is - was), is > was, style);
    text += fmt::format("{}{:g} → {:g} of {:g} ({}){}\n", indent, was, is, most, difference,
                        what.empty() ? what : " " + what);
  };
  line("Points: ", before.score->points, after.score->points, after.score->max_points, "");
  for (const auto& check : after.score->checks) {
    const auto* old = find_check(before, check.id);
    if (old == nullptr || old->points == check.points) continue;
    line("  ", old->points, check.points, check.max_points, check.title);
    if (!check.reason.empty()) text += fmt::format("      {}\n", check.reason);
  }
  return text;
}

std::string metric_changes(const LabDescription& lab, const RunRecord& before,
                           const RunRecord& after) {
  std::string text;
  for (const auto& check : lab.checks) {
    if (check.kind != CheckDescription::Kind::counter) continue;
    const auto value = [&](const RunRecord& record) {
      const auto found =
          case_metric_value(record, matching_cases(record, check.task, check.cases), check.metric);
      return found ? number_text(*found) : std::string("nothing to count");
    };
    const auto was = value(before), is = value(after);
    if (was == is) continue;
    const auto which = check.cases.empty() ? check.task : check.cases;
    text +=
        fmt::format("  {}{}: {} → {} {}\n", which.empty() ? "" : which + ", ",
                    case_metric_short_name(check.metric), was, is, case_metric_unit(check.metric));
  }
  return text.empty() ? text : "Metrics:\n" + text;
}

/// The findings of `all` that `others` has no partner for, by id.
std::vector<const Finding*> without_partner(const std::vector<Finding>& all,
                                            const std::vector<Finding>& others) {
  std::vector<const Finding*> alone;
  for (auto finding = all.begin(); finding != all.end(); ++finding) {
    const auto rank = std::count_if(all.begin(), finding + 1,
                                    [&](const auto& other) { return other.id == finding->id; });
    if (rank > std::ranges::count(others, finding->id, &Finding::id)) alone.push_back(&*finding);
  }
  return alone;
}

std::string finding_changes(const RunRecord& before, const RunRecord& after, TextStyle style) {
  std::string text;
  const auto add = [&](const char* what, bool is_good,
                       const std::vector<const Finding*>& findings) {
    for (const auto* finding : findings) {
      text += fmt::format("{} ", in_green_or_red(what, is_good, style));
      if (finding->where)
        text += fmt::format("{}:{}: ", finding->where->file, finding->where->line);
      text += fmt::format("{} [{}]\n", finding->title, finding->id);
      if (!is_good && !finding->cause.empty()) text += fmt::format("      {}\n", finding->cause);
    }
  };
  add("New finding:", false, without_partner(after.findings, before.findings));
  add("Gone:", true, without_partner(before.findings, after.findings));
  return text;
}

}  // namespace

std::string changes_text(const LabDescription& lab, const RunRecord& before, const RunRecord& after,
                         TextStyle style) {
  const auto text = outcome_change(before, after, style) + points_change(before, after, style) +
                    metric_changes(lab, before, after) + finding_changes(before, after, style);
  return text.empty() ? "Nothing changed.\n" : text;
}

}  // namespace warpscope::runner
