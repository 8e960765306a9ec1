#include "runner/score/beside.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/quantity.h"
#include "record/capabilities.h"
#include "record/derived.h"
#include "record/metrics.h"
#include "runner/metrics/case_metrics.h"
#include "runner/score/score.h"

namespace warpscope::runner {
namespace {

using record::RunRecord;

/// Where the limit is broken: the value, and "at least 3".
struct Broken {
  double value = 0;
  std::string wanted;
  bool is_too_much = false;
};

std::optional<Broken> broken(const RunRecord& record, const std::vector<std::uint32_t>& cases,
                             const LimitBeside& limit) {
  const auto of = [&](Counted counted) {
    return case_metric_value(record, cases, limit.metric, counted).value_or(0);
  };
  const double of_all = of(Counted::all), of_used = of(Counted::used);
  const double most = std::max(of_all, of_used), least = std::min(of_all, of_used);
  if (limit.at_most && most > *limit.at_most)
    return Broken{most, "at most " + number_text(*limit.at_most), true};
  if (limit.at_least && least < *limit.at_least)
    return Broken{least, "at least " + number_text(*limit.at_least), false};
  return std::nullopt;
}

/// What to ask oneself, where the lab has no sentence of its own.
std::string_view usual_question(std::string_view metric) {
  return metric == record::metric::kInstructionsOfLongestWarp
             ? "One warp after the other does nearly all of it. Which threads could do the rest?"
             : "";
}

std::string question_of(const LimitBeside& limit) {
  return behind(limit.when_lost.empty() ? std::string(usual_question(limit.metric))
                                        : limit.when_lost);
}

}  // namespace

std::string behind(const std::string& sentence) { return sentence.empty() ? "" : " " + sentence; }

std::vector<record::LineCounters> lines_of(const RunRecord& record,
                                           const std::vector<std::uint32_t>& cases) {
  return record::line_table(record, [&](const record::Launch& launch) {
    return launch.case_index && std::ranges::find(cases, *launch.case_index) != cases.end();
  });
}

std::string line_with_most(const RunRecord& record, const std::vector<std::uint32_t>& cases,
                           std::string_view metric) {
  const auto table = lines_of(record, cases);
  const auto count = [&](const record::LineCounters& line) {
    return record::metric_value(metric, line.counters).value_or(0);
  };
  const auto most = std::ranges::max_element(table, {}, count);
  if (!record::counts_lines(record.device) || most == table.end() || count(*most) <= 0) return {};
  return fmt::format("; most of it is at {}:{}", most->where.file, most->where.line);
}

std::string why_beside(const RunRecord& record, const CheckDescription& check,
                       const std::vector<std::uint32_t>& cases) {
  const auto what = check.kind == CheckDescription::Kind::correct
                        ? std::string("right answers")
                        : std::string(case_metric_short_name(check.metric));
  for (const auto& limit : check.beside) {
    if (!left_out_counter(record.device, limit.metric).empty()) continue;
    const auto its = limit.cases.empty() ? cases : matching_cases(record, {}, limit.cases);
    const auto found = broken(record, its, limit);
    if (!found) continue;
    const auto name = case_metric_short_name(limit.metric), unit = case_metric_unit(limit.metric);
    const auto value = number_text(found->value);
    const auto line =
        found->is_too_much ? line_with_most(record, its, limit.metric) : std::string();
    if (!limit.cases.empty())
      return fmt::format("{}: {} {} in {}, wanted {}{}.{}", name, value, unit, limit.cases,
                         found->wanted, line, question_of(limit));
    return fmt::format("{}: {} {}, wanted {} (a limit beside {}){}.{}", name, value, unit,
                       found->wanted, what, line, question_of(limit));
  }
  return {};
}

}  // namespace warpscope::runner
