#include "runner/lab/lab_description.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/files.h"
#include "base/spelling.h"
#include "base/toml_table.h"
#include "findings/catalogue.h"
#include "record/derived.h"
#include "runner/lab/heat_names.h"
#include "runner/metrics/case_metrics.h"

namespace warpscope::runner {
namespace {

constexpr std::uint64_t kDescriptionBytes = 1 << 20;
constexpr int kMostStars = 5;
constexpr std::uint64_t kMostMinutesOfALab = 999;
constexpr std::uint64_t kMostHandoutTasks = 99;

void read_limits(TomlTable& view, LabLimits& limits) {
  limits.case_s = view.positive_or("case_s", limits.case_s);
  limits.total_s = view.positive_or("total_s", limits.total_s);
  limits.cpu_s = view.positive_or("cpu_s", limits.cpu_s);
  limits.memory_bytes = view.whole_or("memory_bytes", limits.memory_bytes);
  limits.output_bytes = view.whole_or("output_bytes", limits.output_bytes);
  limits.instruction_budget = view.whole_or("instruction_budget", limits.instruction_budget);
  limits.threads = view.whole_or("threads", limits.threads);
  limits.device_memory_bytes = view.whole_or("device_memory_bytes", limits.device_memory_bytes);
  limits.compile_s = view.positive_or("compile_s", limits.compile_s);
  limits.compile_memory_bytes = view.whole_or("compile_memory_bytes", limits.compile_memory_bytes);
}

void read_memory_checks(TomlTable& view, MemoryChecks& checks) {
  const auto is_on = view.whole_or("on", 1);
  if (is_on > 1) view.fail("on", "must be 0 or 1");
  checks.is_on = is_on == 1;
  checks.most_threads = view.whole_or("threads", checks.most_threads);
  checks.most_accesses = view.whole_or("accesses", checks.most_accesses);
  checks.except = view.texts("except");
}

/// Refuses a metric that is none of `known`.
void check_metric(const TomlTable& view, const std::string& written,
                  std::span<const std::string_view> known, const std::string& key = "metric") {
  if (std::ranges::find(known, written) != known.end()) return;
  view.fail(key, "names no counter or derived metric: " + written + did_you_mean(written, known));
}

/// What makes a counter check's value worse than it looks.
void read_most_work(TomlTable& view, CheckDescription& check) {
  check.most_instructions = view.number_if_there("most_instructions");
  check.most_copied_bytes = view.number_if_there("most_copied_bytes");
  const bool is_of_lanes = check.metric == record::derived::kLanesPerInstruction;
  const bool is_at_once = is_about_what_is_at_once(check.metric);
  if (check.most_instructions && !is_of_lanes && !is_at_once) {
    view.fail("most_instructions", "is for checks on active lanes, and on what goes on at once");
  }
  if (check.most_copied_bytes && !is_at_once)
    view.fail("most_copied_bytes", "is for checks on what goes on at once");
  if (check.most_instructions && *check.most_instructions <= 0)
    view.fail("most_instructions", "must be above 0");
  if (check.most_copied_bytes && *check.most_copied_bytes <= 0)
    view.fail("most_copied_bytes", "must be above 0");
}

void read_beside(TomlTable& view, CheckDescription& check) {
  view.for_each("beside", [&](TomlTable& limit) {
    constexpr double kMost = 1e18;
    LimitBeside& read = check.beside.emplace_back();
    read.metric = limit.text("metric");
    read.when_lost = limit.text_or("when_lost", "");
    read.cases = limit.text_or("cases", "");
    read.at_least = limit.number_if_there("at_least");
    read.at_most = read.at_least ? limit.number_if_there("at_most")
                                 : std::optional(limit.number("at_most", 0, kMost));
    if (read.at_least && read.at_most && *read.at_least > *read.at_most)
      limit.fail("at_least", "must not be above \"at_most\"");
    check_metric(limit, read.metric, case_metric_names());
    if (is_made_of_times(read.metric)) limit.fail("metric", "must be a count");
  });
}

void read_depends_on(TomlTable& view, CheckDescription& check) {
  for (const auto& written : view.texts("depends_on")) {
    const auto mechanism = record::mechanism_of(written);
    if (!mechanism) {
      std::string known;
      for (const auto& row : record::kMechanisms)
        known += fmt::format("{}{}", known.empty() ? "" : ", ", row.name);
      view.fail("depends_on", "knows no " + written + "; there are " + known);
    }
    check.depends_on.push_back(*mechanism);
  }
}

/// A counter check's numbers must make sense together.
void read_bounds(TomlTable& view, CheckDescription& check) {
  check.metric = view.text("metric");
  check_metric(view, check.metric, case_metric_names());
  if (is_absolute_time(check.metric)) {
    view.fail("metric", "is " + check.metric +
                            ", a modelled time or rate, which nobody may be scored on: take a "
                            "count or a ratio");
  }
  read_most_work(view, check);
  check.at_most = view.number_if_there("at_most");
  check.at_least = view.number_if_there("at_least");
  check.zero_at = view.number_if_there("zero_at");
  check.when_lost = view.text_or("when_lost", "");
  if (!check.at_most && !check.at_least) view.fail("at_most", "or \"at_least\" must be there");
  if (check.at_most && check.at_least && *check.at_least > *check.at_most) {
    view.fail("at_least", "must not be above \"at_most\"");
  }
  if (!check.zero_at) return;
  const bool is_above = check.at_most && *check.zero_at > *check.at_most;
  const bool is_below = check.at_least && *check.zero_at < *check.at_least;
  if (!is_above && !is_below) view.fail("zero_at", "must lie beyond the bound");
}

/// Ids of findings; empty without the key.
std::vector<std::string> read_findings(TomlTable& view, const std::string& key) {
  auto ids = view.texts(key);
  const auto known = finding_ids();
  for (const auto& id : ids) {
    if (std::ranges::find(known, id) != known.end()) continue;
    view.fail(key, "names no finding: " + id + did_you_mean(id, known));
  }
  return ids;
}

CheckDescription read_check(TomlTable& view, const std::vector<std::string>& tasks) {
  CheckDescription check;
  check.id = view.text("id");
  check.title = view.text("title");
  check.points = view.positive_or("points", 0);
  check.task = view.text_or("task", "");
  if (!check.task.empty()) {
    view.word("task", std::vector<std::string_view>(tasks.begin(), tasks.end()));
  }
  check.cases = view.text_or("cases", "");
  const auto handout_task = view.whole_or("handout_task", 0);
  if (handout_task > kMostHandoutTasks) view.fail("handout_task", "must be at most 99");
  check.handout_task = static_cast<std::uint32_t>(handout_task);
  using Kind = CheckDescription::Kind;
  check.kind = view.choice<Kind>("kind", {{"correct", Kind::correct},
                                          {"counter", Kind::counter},
                                          {"no-finding", Kind::no_finding},
                                          {"no-error", Kind::no_error}});
  if (check.kind == Kind::counter) read_bounds(view, check);
  if (check.kind == Kind::counter || check.kind == Kind::correct) {
    read_depends_on(view, check);
    read_beside(view, check);
  }
  if (check.kind == Kind::no_finding || check.kind == Kind::no_error) {
    check.findings = read_findings(view, "findings");
    const bool needs_some = check.kind == Kind::no_finding;
    if (needs_some && check.findings.empty())
      view.fail("findings", "must list the ids of findings");
  }
  return check;
}

void read_lab(TomlTable& view, LabDescription& lab) {
  lab.title = view.text("title");
  lab.difficulty = static_cast<int>(view.whole_or("difficulty", 1));
  if (lab.difficulty < 1 || lab.difficulty > kMostStars) {
    view.fail("difficulty", "must be from 1 to 5");
  }
  lab.needs = view.texts("needs");
  for (const auto& id : lab.needs) {
    if (!is_lab_id(id)) view.fail("needs", "names no lab: " + id);
  }
  lab.teaches = view.text_or("teaches", "");
  const auto minutes = view.whole_or("minutes", 0);
  if (minutes > kMostMinutesOfALab) view.fail("minutes", "must be at most 999");
  lab.minutes = static_cast<int>(minutes);
  lab.deck = view.text_or("deck", "");
  lab.heat = view.text_or("heat", "");
  if (!lab.heat.empty() && std::ranges::find(kHeatNames, lab.heat) == kHeatNames.end()) {
    const std::vector<std::string_view> known(kHeatNames.begin(), kHeatNames.end());
    view.fail("heat",
              "names nothing to show beside lines: " + lab.heat + did_you_mean(lab.heat, known));
  }
  lab.tasks = view.texts("tasks");
  if (lab.tasks.empty()) view.fail("tasks", "must list the lab's tasks");
  const auto tasks_at = [&](const char* key) {
    auto named = view.texts(key);
    for (const auto& task : named) {
      const std::vector<std::string_view> known(lab.tasks.begin(), lab.tasks.end());
      if (std::ranges::find(known, task) == known.end())
        view.fail(key, "names no task: " + task + did_you_mean(task, known));
    }
    return named;
  };
  lab.driver_copies = tasks_at("driver_copies");
  lab.driver_uploads = tasks_at("driver_uploads");
  const auto yes_or_no = [&](const char* key) {
    const auto value = view.whole_or(key, 0);
    if (value > 1) view.fail(key, "must be 0 or 1");
    return value == 1;
  };
  lab.has_openmp = yes_or_no("openmp");
  lab.has_machine_code = yes_or_no("machine_code");
  view.table_if_there("limits", [&](TomlTable& limits) { read_limits(limits, lab.limits); });
  view.table_if_there("memory_checks",
                      [&](TomlTable& checks) { read_memory_checks(checks, lab.memory_checks); });
  view.for_each("sweep", [&](TomlTable& sweep) {
    record::Sweep read{sweep.text("id"), sweep.text("title"), sweep.text("x_label"),
                       sweep.text_or("metric", ""), sweep.text_or("model_lacks", "")};
    if (!read.metric.empty()) check_metric(sweep, read.metric, case_metric_names());
    auto provoked = read_findings(sweep, "provokes");
    if (!provoked.empty()) lab.provoked.push_back({read.id, std::move(provoked)});
    auto beside = sweep.texts("beside");
    if (!beside.empty()) lab.beside.push_back({read.id, std::move(beside)});
    lab.sweeps.push_back(std::move(read));
  });
  std::set<std::string> ids;
  view.for_each("check", [&](TomlTable& check) {
    lab.checks.push_back(read_check(check, lab.tasks));
    if (!ids.insert(lab.checks.back().id).second) check.fail("id", "is used twice");
  });
  view.for_each("ladder", [&](TomlTable& column) {
    lab.ladder.push_back({column.text("heading"), column.text_or("group", ""),
                          column.text("metric"), column.text_or("cases", "")});
    check_metric(column, lab.ladder.back().metric, case_metric_names());
  });
  lab.predictions = read_predictions(view, lab.sweeps);
  lab.lessons = read_lessons(view, lab.tasks, lab.checks);
}

}  // namespace

LabDescription parse_lab(std::string_view text, std::string_view name) {
  LabDescription lab;
  read_toml(text, name, [&](TomlTable& table) { read_lab(table, lab); });
  return lab;
}

LabDescription load_lab(const std::filesystem::path& path) {
  return parse_lab(read_file(path, kDescriptionBytes), path.string());
}

bool is_lab_id(std::string_view text) {
  return !text.empty() &&
         text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string_view::npos;
}

std::vector<CoursePart> parse_course(std::string_view text, std::string_view name) {
  std::vector<CoursePart> parts;
  read_toml(text, name, [&](TomlTable& course) {
    course.text_or("title", "");
    course.for_each("part", [&](TomlTable& part) {
      parts.push_back({part.text("title"), part.texts("labs")});
      for (const auto& lab : parts.back().labs) {
        if (!is_lab_id(lab))
          part.fail("labs", "must hold ids of lower-case letters, digits and '-'");
      }
    });
  });
  return parts;
}

std::vector<CoursePart> load_course(const std::filesystem::path& path) {
  return parse_course(read_file(path, kDescriptionBytes), path.string());
}

}  // namespace warpscope::runner
