#include "runner/lab/lab_description.h"

#include <algorithm>
#include <set>

#include "base/files.h"
#include "record/derived.h"
#include "runner/lab/toml_view.h"
#include "runner/score/case_metrics.h"

namespace warpscope::runner {
namespace {

constexpr std::uint64_t kFileBytes = 1 << 20;
constexpr int kMostStars = 5;

void read_limits(TomlView& view, LabLimits& limits) {
  limits.case_s = view.positive_or("case_s", limits.case_s);
  limits.total_s = view.positive_or("total_s", limits.total_s);
  limits.cpu_s = view.positive_or("cpu_s", limits.cpu_s);
  limits.memory_bytes = view.whole_or("memory_bytes", limits.memory_bytes);
  limits.output_bytes = view.whole_or("output_bytes", limits.output_bytes);
  limits.instruction_budget = view.whole_or("instruction_budget", limits.instruction_budget);
}

/// A counter check's numbers must make sense together.
void read_bounds(TomlView& view, CheckDescription& check) {
  check.metric = view.text("metric");
  if (!is_case_metric(check.metric)) {
    view.fail("metric", "is no known counter or derived metric: " + check.metric);
  }
  check.at_most = view.number("at_most");
  check.at_least = view.number("at_least");
  check.zero_at = view.number("zero_at");
  if (!check.at_most && !check.at_least) view.fail("at_most", "or \"at_least\" must be there");
  if (check.at_most && check.at_least && *check.at_least > *check.at_most) {
    view.fail("at_least", "must not be above \"at_most\"");
  }
  if (!check.zero_at) return;
  const bool is_above = check.at_most && *check.zero_at > *check.at_most;
  const bool is_below = check.at_least && *check.zero_at < *check.at_least;
  if (!is_above && !is_below) view.fail("zero_at", "must lie beyond the bound");
}

CheckDescription read_check(TomlView& view, const std::vector<std::string>& tasks) {
  CheckDescription check;
  check.id = view.text("id");
  check.title = view.text("title");
  check.points = view.positive_or("points", 0);
  check.task = view.text_or("task", "");
  if (!check.task.empty() && std::ranges::find(tasks, check.task) == tasks.end()) {
    view.fail("task", "names no task of this lab: " + check.task);
  }
  check.cases = view.text_or("cases", "");
  const auto kind = view.text("kind");
  if (kind == "correct") {
    check.kind = CheckDescription::Kind::correct;
  } else if (kind == "counter") {
    check.kind = CheckDescription::Kind::counter;
    read_bounds(view, check);
  } else if (kind == "no-finding") {
    check.kind = CheckDescription::Kind::no_finding;
    check.findings = view.texts("findings");
    if (check.findings.empty()) view.fail("findings", "must list the ids of findings");
  } else {
    view.fail("kind", "must be \"correct\", \"counter\" or \"no-finding\"");
  }
  return check;
}

}  // namespace

LabDescription parse_lab(std::string_view text, std::string_view name) {
  const auto table = parse_toml(text, name);
  TomlView view(table, name);
  LabDescription lab;
  lab.title = view.text("title");
  lab.difficulty = static_cast<int>(view.whole_or("difficulty", 1));
  if (lab.difficulty < 1 || lab.difficulty > kMostStars) {
    view.fail("difficulty", "must be from 1 to 5");
  }
  lab.deck = view.text_or("deck", "");
  lab.tasks = view.texts("tasks");
  if (lab.tasks.empty()) view.fail("tasks", "must list the lab's tasks");
  view.with("limits", [&](TomlView& limits) { read_limits(limits, lab.limits); });
  view.for_each("sweep", [&](TomlView& sweep) {
    record::Sweep read{sweep.text("id"), sweep.text("title"), sweep.text("x_label"),
                       sweep.text_or("metric", "")};
    if (!read.metric.empty() && record::metric_unit(read.metric).empty()) {
      sweep.fail("metric", "is no counter or derived metric");
    }
    lab.sweeps.push_back(std::move(read));
  });
  std::set<std::string> ids;
  view.for_each("check", [&](TomlView& check) {
    lab.checks.push_back(read_check(check, lab.tasks));
    if (!ids.insert(lab.checks.back().id).second) check.fail("id", "is used twice");
  });
  view.finish();
  return lab;
}

LabDescription load_lab(const std::filesystem::path& path) {
  return parse_lab(read_file(path, kFileBytes), path.string());
}

std::vector<CoursePart> parse_course(std::string_view text, std::string_view name) {
  const auto table = parse_toml(text, name);
  TomlView view(table, name);
  view.text_or("title", "");
  std::vector<CoursePart> parts;
  view.for_each("part", [&](TomlView& part) {
    parts.push_back({part.text("title"), part.texts("labs")});
    for (const auto& lab : parts.back().labs) {
      const bool is_id =
          lab.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos;
      if (!is_id) part.fail("labs", "must hold ids of lower-case letters, digits and '-'");
    }
  });
  view.finish();
  return parts;
}

std::vector<CoursePart> load_course(const std::filesystem::path& path) {
  return parse_course(read_file(path, kFileBytes), path.string());
}

}  // namespace warpscope::runner
