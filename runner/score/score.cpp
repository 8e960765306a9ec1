#include "runner/score/score.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "record/derived.h"
#include "record/metrics.h"
#include "record/names.h"
#include "runner/metrics/case_metrics.h"

namespace warpscope::runner {
namespace {

using record::Case;
using record::RunRecord;

struct Points {
  double share = 0;    ///< 0 to 1
  std::string reason;  ///< when below 1
};

std::vector<std::uint32_t> cases_of(const RunRecord& record, const CheckDescription& check) {
  std::vector<std::uint32_t> indices;
  for (std::uint32_t i = 0; i < record.cases.size(); ++i) {
    const auto& item = record.cases[i];
    const bool is_task = check.task.empty() || item.task == check.task;
    if (is_task && (check.cases.empty() || matches_glob(item.name, check.cases))) {
      indices.push_back(i);
    }
  }
  return indices;
}

std::string verdict_of(const Case& item) {
  auto text = fmt::format("{}: {}", item.name, record::in_words(item.verdict));
  if (!item.message.empty()) text += fmt::format(" ({})", item.message);
  return text;
}

const Case* first_not_correct(const RunRecord& record, const std::vector<std::uint32_t>& cases) {
  for (const auto i : cases) {
    if (record.cases[i].verdict != Case::Verdict::correct) return &record.cases[i];
  }
  return nullptr;
}

Points score_correct(const RunRecord& record, const std::vector<std::uint32_t>& cases) {
  const auto correct = std::ranges::count_if(
      cases, [&](auto i) { return record.cases[i].verdict == Case::Verdict::correct; });
  const auto* wrong = first_not_correct(record, cases);
  if (wrong == nullptr) return {1, {}};
  return {static_cast<double>(correct) / static_cast<double>(cases.size()),
          fmt::format("{} of {} cases are not correct; the first is {}",
                      static_cast<std::ptrdiff_t>(cases.size()) - correct, cases.size(),
                      verdict_of(*wrong))};
}

/// Share of the points for a value between its bound (1) and `zero_at` (0).
double interpolate(double value, double bound, const std::optional<double>& zero_at) {
  if (!zero_at || *zero_at == bound) return 0;
  return std::clamp((*zero_at - value) / (*zero_at - bound), 0.0, 1.0);
}

/// `zero_at` belongs to the bound that it lies beyond.
double share_of(const CheckDescription& check, double value) {
  if (check.at_most && value > *check.at_most) {
    const bool is_mine = check.zero_at && *check.zero_at > *check.at_most;
    return is_mine ? interpolate(value, *check.at_most, check.zero_at) : 0;
  }
  if (check.at_least && value < *check.at_least) {
    const bool is_mine = check.zero_at && *check.zero_at < *check.at_least;
    return is_mine ? interpolate(value, *check.at_least, check.zero_at) : 0;
  }
  return 1;
}

double excess_sectors(const record::Counters& counters) {
  using namespace record::metric;
  const auto value = [&](std::string_view name) {
    return record::metric_value(name, counters).value_or(0);
  };
  return value(kLoadSectors) - value(kLoadSectorsIdeal) + value(kStoreSectors) -
         value(kStoreSectorsIdeal);
}

/// "; most of the excess is at exercise.cu:17 (31.9 sectors per request)", or nothing.
std::string worst_line(const RunRecord& record, const std::vector<std::uint32_t>& cases) {
  const auto table = record::line_table(record, [&](const record::Launch& launch) {
    return launch.case_index && std::ranges::find(cases, *launch.case_index) != cases.end();
  });
  const auto worst = std::ranges::max_element(
      table, {}, [](const auto& line) { return excess_sectors(line.counters); });
  if (worst == table.end() || excess_sectors(worst->counters) <= 0) return {};
  const auto per_request =
      record::metric_value(record::derived::kSectorsPerRequest, worst->counters);
  return fmt::format("; most of what is too much is at {}:{} ({:.1f} sectors per request)",
                     worst->where.file, worst->where.line, per_request.value_or(0));
}

bool is_time(std::string_view metric) {
  return metric == case_metric::kEffectiveBandwidth ||
         metric == case_metric::kEffectiveBandwidthPercent;
}

std::string bound_text(const CheckDescription& check, double value) {
  if (check.at_most && value > *check.at_most) return fmt::format("at most {:g}", *check.at_most);
  if (check.at_least && value < *check.at_least) {
    return fmt::format("at least {:g}", *check.at_least);
  }
  return {};
}

Points score_counter(const RunRecord& record, const CheckDescription& check,
                     const std::vector<std::uint32_t>& cases) {
  if (const auto* wrong = first_not_correct(record, cases)) {
    return {0, "Only a correct program has a speed; " + verdict_of(*wrong)};
  }
  const auto value = case_metric_value(record, cases, check.metric);
  const auto name = case_metric_short_name(check.metric);
  if (!value) {
    return {0, fmt::format("There is nothing to count for {}: no kernel did this work.", name)};
  }
  const double share = share_of(check, *value);
  if (share >= 1) return {1, {}};
  const auto provenance = is_time(check.metric) ? record.device.times : record.device.counters;
  const auto bound = bound_text(check, *value);
  auto reason = fmt::format("{}: {:.4g} {} ({}), wanted {}", name, *value,
                            case_metric_unit(check.metric), record::in_words(provenance), bound);
  if (!is_time(check.metric) && bound.starts_with("at most")) reason += worst_line(record, cases);
  return {share, reason + "."};
}

Points score_findings(const RunRecord& record, const CheckDescription& check,
                      const std::vector<std::uint32_t>& cases) {
  for (const auto& finding : record.findings) {
    if (std::ranges::find(check.findings, finding.id) == check.findings.end()) continue;
    auto reason = finding.title;
    if (finding.where) reason += fmt::format(" at {}:{}", finding.where->file, finding.where->line);
    return {0, reason + (finding.cause.empty() ? "." : ": " + finding.cause)};
  }
  for (const auto i : cases) {
    const auto verdict = record.cases[i].verdict;
    if (verdict == Case::Verdict::not_run || verdict == Case::Verdict::crashed ||
        verdict == Case::Verdict::timed_out) {
      return {0, "Not everything ran; " + verdict_of(record.cases[i])};
    }
  }
  return {1, {}};
}

Points points_of(const RunRecord& record, const CheckDescription& check) {
  if (record.outcome.kind == record::Outcome::Kind::compile_error) {
    return {0, "The file does not compile."};
  }
  const auto cases = cases_of(record, check);
  if (cases.empty()) return {0, "No case belongs to this check."};
  switch (check.kind) {
    case CheckDescription::Kind::correct:
      return score_correct(record, cases);
    case CheckDescription::Kind::counter:
      return score_counter(record, check, cases);
    case CheckDescription::Kind::no_finding:
      return score_findings(record, check, cases);
  }
  return {};
}

/// Never -0, which a share of 0 from a falling slope would give.
double to_hundredths(double points) { return std::round(points * 100) / 100 + 0.0; }

}  // namespace

bool matches_glob(std::string_view name, std::string_view pattern) {
  std::size_t n = 0;
  std::size_t p = 0;
  std::size_t star = std::string_view::npos;
  std::size_t retry_from = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      retry_from = n;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++retry_from;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

record::Score score_record(const RunRecord& record, const std::vector<CheckDescription>& checks) {
  record::Score score;
  for (const auto& check : checks) {
    const auto points = points_of(record, check);
    record::Check row;
    row.id = check.id;
    row.title = check.title;
    row.max_points = check.points;
    row.points = to_hundredths(check.points * points.share);
    row.reason = points.reason;
    score.points += row.points;
    score.max_points += row.max_points;
    score.checks.push_back(std::move(row));
  }
  score.points = to_hundredths(score.points);
  return score;
}

}  // namespace warpscope::runner
