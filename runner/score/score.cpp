#include "runner/score/score.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "base/quantity.h"
#include "findings/catalogue.h"
#include "record/capabilities.h"
#include "record/derived.h"
#include "record/metrics.h"
#include "record/names.h"
#include "runner/lab/glob.h"
#include "runner/metrics/case_metrics.h"
#include "runner/metrics/resident_metrics.h"
#include "runner/origin/host_evidence.h"
#include "runner/origin/host_work.h"
#include "runner/score/beside.h"
#include "runner/score/case_pattern.h"
#include "runner/score/check_value.h"
#include "runner/score/independent.h"
#include "runner/score/judgeable.h"

namespace warpscope::runner {
namespace {

using record::Case;
using record::RunRecord;

struct Points {
  double share = 0;    ///< 0 to 1
  std::string reason;  ///< when below 1, and of what is not judged
  bool is_judged = true;
};

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

/// A case without an output asks for nothing: a function that does nothing is right there.
bool has_work(const Case& item) { return item.output_bytes + item.useful_bytes > 0; }

bool is_work_done(const RunRecord& record, const HostEvidence& by_host,
                  const std::vector<std::uint32_t>& cases) {
  const auto is_work = [&](auto i) { return has_work(record.cases[i]); };
  const auto is_done = [&](auto i) {
    return is_work(i) && record.cases[i].verdict == Case::Verdict::correct && !by_host.of(i);
  };
  return std::ranges::none_of(cases, is_work) || std::ranges::any_of(cases, is_done);
}

Points score_correct(const RunRecord& record, const HostEvidence& evidence_of_host,
                     const CheckDescription& check, const std::vector<std::uint32_t>& cases) {
  if (auto why = why_independent(record, check, cases); !why.empty()) return {0, std::move(why)};
  const auto* wrong = first_not_correct(record, cases);
  if (auto why = why_beside(record, check, cases); !why.empty())
    return {0, (wrong != nullptr ? verdict_of(*wrong) + "; " : std::string()) + why};
  const auto is_by_host = [&](auto i) { return evidence_of_host.of(i).has_value(); };
  const auto by_host = std::ranges::count_if(cases, is_by_host);
  const auto right = std::ranges::count_if(
      cases, [&](auto i) { return record.cases[i].verdict == Case::Verdict::correct; });
  const auto share = static_cast<double>(right - by_host) / static_cast<double>(cases.size());
  if (by_host > 0 && !wrong) {
    const auto first = *std::ranges::find_if(cases, is_by_host);
    const auto evidence = *evidence_of_host.of(first);
    return {share,
            fmt::format("{} of {} cases have the right answer, but {}; {} shows it.", by_host,
                        cases.size(), sign_of_host(record, evidence), record.cases[evidence].name)};
  }
  if (wrong == nullptr) return {1, {}};
  if (!is_work_done(record, evidence_of_host, cases)) {
    return {0, "No case that asks for something is correct; the first is " + verdict_of(*wrong)};
  }
  const auto pattern = by_host > 0 ? std::string() : pattern_of_cases(record, cases);
  return {share,
          fmt::format("{} of {} cases are not correct; the first is {}{}{}",
                      static_cast<std::ptrdiff_t>(cases.size()) - right + by_host, cases.size(),
                      verdict_of(*wrong), pattern.empty() ? "" : ". ", pattern)};
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

double counter_of(const record::LineCounters& line, std::string_view name) {
  return record::metric_value(name, line.counters).value_or(0);
}

double excess_sectors(const record::LineCounters& line) {
  using namespace record::metric;
  return counter_of(line, kLoadSectors) - counter_of(line, kLoadSectorsIdeal) +
         counter_of(line, kStoreSectors) - counter_of(line, kStoreSectorsIdeal);
}

/// In thread instructions.
double idle_lanes(const record::LineCounters& line) {
  constexpr double kLanesOfWarp = 32;
  return kLanesOfWarp * counter_of(line, record::metric::kInstructions) -
         counter_of(line, record::metric::kThreadInstructions);
}

/// Instructions and lanes, where the memory traffic of a line explains nothing.
bool is_about_execution(std::string_view metric) {
  return metric == record::metric::kInstructions || metric == record::metric::kThreadInstructions ||
         metric == record::metric::kDivergentBranches ||
         metric == record::derived::kLanesPerInstruction;
}

/// The line with the most idle lanes where lanes are what is missing, else the one that executes
/// most.
std::string worst_line_of_execution(const std::vector<record::LineCounters>& table) {
  constexpr double kFewLanes = 24;
  const auto idle = std::ranges::max_element(table, {}, idle_lanes);
  const auto busy = std::ranges::max_element(
      table, {}, [](const auto& line) { return counter_of(line, record::metric::kInstructions); });
  if (idle == table.end()) return {};
  const double lanes = counter_of(*idle, record::derived::kLanesPerInstruction);
  if (lanes > 0 && lanes <= kFewLanes) {
    return fmt::format("; most lanes are idle at {}:{} ({:.1f} of 32 active)", idle->where.file,
                       idle->where.line, lanes);
  }
  if (counter_of(*busy, record::metric::kInstructions) <= 0) return {};
  return fmt::format("; most are executed at {}:{}", busy->where.file, busy->where.line);
}

double conflicts(const record::LineCounters& line) {
  return counter_of(line, record::metric::kSharedConflicts);
}

/// The line with the most bank conflicts.
std::string worst_line_of_shared_memory(const std::vector<record::LineCounters>& table) {
  const auto worst = std::ranges::max_element(table, {}, conflicts);
  if (worst == table.end() || conflicts(*worst) <= 0) return {};
  return fmt::format("; most of what is too much is at {}:{} ({:.0f} conflicts, {:.1f} ways)",
                     worst->where.file, worst->where.line, conflicts(*worst),
                     counter_of(*worst, record::derived::kSharedConflictWays));
}

/// Of global memory.
bool is_about_atomics(std::string_view metric) {
  return metric.find("op_atom") != std::string_view::npos ||
         metric.find("op_red") != std::string_view::npos ||
         metric.find("atom_and_red") != std::string_view::npos;
}

/// The line with the most turns of atomics, or with the most requests where these are counted.
std::string worst_line_of_atomics(const std::vector<record::LineCounters>& table,
                                  std::string_view metric) {
  using namespace record::metric;
  const bool is_of_requests = metric.find("requests") != std::string_view::npos;
  const auto count = [&](const record::LineCounters& line) {
    return is_of_requests ? counter_of(line, kAtomicRequests) + counter_of(line, kReductionRequests)
                          : counter_of(line, kAtomicSectors) + counter_of(line, kReductionSectors);
  };
  const auto worst = std::ranges::max_element(table, {}, count);
  if (worst == table.end() || count(*worst) <= 0) return {};
  return fmt::format("; most are at {}:{} ({:.0f} {})", worst->where.file, worst->where.line,
                     count(*worst), is_of_requests ? "requests" : "turns");
}

std::string worst_line_of_barriers(const std::vector<record::LineCounters>& table) {
  const auto count = [](const record::LineCounters& line) {
    return counter_of(line, record::metric::kBarriers);
  };
  const auto worst = std::ranges::max_element(table, {}, count);
  if (worst == table.end() || count(*worst) <= 0) return {};
  return fmt::format("; most are at {}:{}", worst->where.file, worst->where.line);
}

/// Of global memory, to whose sectors the metric is due.
bool is_about_traffic(std::string_view metric) {
  constexpr std::array<std::string_view, 5> kOfTraffic{"sectors", "useful_byte", "mem_global",
                                                       "op_global", "bandwidth"};
  return std::ranges::any_of(kOfTraffic, [&](std::string_view part) {
    return metric.find(part) != std::string_view::npos;
  });
}

/// "; most of the excess is at exercise.cu:17 (31.9 sectors per request)", or nothing.
std::string worst_line(const RunRecord& record, const std::vector<std::uint32_t>& cases,
                       std::string_view metric) {
  const auto table = lines_of(record, cases);
  if (metric == case_metric::kSharedBytesPerBlock) return {};
  if (const auto* of_residents = find_resident_metric(metric))
    return resident_reason(*of_residents, record, cases);
  if (is_about_execution(metric)) return worst_line_of_execution(table);
  if (metric.find("shared") != std::string_view::npos) return worst_line_of_shared_memory(table);
  if (is_about_atomics(metric)) return worst_line_of_atomics(table, metric);
  if (metric == record::metric::kBarriers) return worst_line_of_barriers(table);
  if (!is_about_traffic(metric)) return {};
  const auto worst = std::ranges::max_element(table, {}, excess_sectors);
  if (worst == table.end() || excess_sectors(*worst) <= 0) return {};
  return fmt::format("; most of what is too much is at {}:{} ({:.1f} sectors per request)",
                     worst->where.file, worst->where.line,
                     counter_of(*worst, record::derived::kSectorsPerRequest));
}

/// Where more bytes are stored than the answers have; or nothing.
std::string repeated_stores_in_words(const RunRecord& record,
                                     const std::vector<std::uint32_t>& cases) {
  constexpr double kRepeated = 1.2;
  double stored = 0, wanted = 0;
  for (const auto i : cases) {
    stored += static_cast<double>(record::case_counter(record, i, record::metric::kStoreBytes));
    wanted += static_cast<double>(record.cases[i].output_bytes);
  }
  if (wanted <= 0 || stored < kRepeated * wanted) return {};
  return fmt::format(
      "; {:.1f} times as many bytes are stored as the answer has, so several threads "
      "store the same elements{}",
      stored / wanted, line_with_most(record, cases, record::metric::kStoreBytes));
}

const char* why_nothing(std::string_view metric) {
  if (metric == case_metric::kUseWithTransferUnderWay)
    return "no ring of the first blocks made two rounds";
  if (find_resident_metric(metric) != nullptr) return "no kernel was launched";
  return is_about_timeline(metric) ? "nothing of the kind ran" : "no kernel made such an access";
}

std::string bound_text(const CheckDescription& check, double value) {
  if (check.at_most && value > *check.at_most) return "at most " + number_text(*check.at_most);
  if (check.at_least && value < *check.at_least) return "at least " + number_text(*check.at_least);
  return {};
}

Points score_counter(const RunRecord& record, const HostEvidence& by_host,
                     const CheckDescription& check, const std::vector<std::uint32_t>& cases) {
  if (auto why = why_not_judged(record.device, check, {}); !why.empty())
    return {0, std::move(why), false};
  if (const auto* wrong = first_not_correct(record, cases)) {
    return {0, "Only a correct program has a speed; " + verdict_of(*wrong)};
  }
  for (const auto i : cases) {
    if (const auto evidence = by_host.of(i)) {
      return {0, fmt::format("Nothing to count: {} has the right answer, but {}.",
                             record.cases[*evidence].name, sign_of_host(record, *evidence))};
    }
  }
  for (const auto i : cases) {
    const auto& [name, earlier] = std::tie(record.cases[i].name, record.cases[i].earlier_case);
    if (!earlier.empty()) {
      return {0, fmt::format("{} is answered by what was computed or uploaded in {}, whose work "
                             "counts there: nobody can tell what this case needs.",
                             name, earlier)};
    }
  }
  if (auto why = why_independent(record, check, cases); !why.empty())
    return {0, why + behind(check.when_lost)};
  auto beside = why_beside(record, check, cases);
  const auto found =
      worst_value(record, cases, check, [&](double value) { return share_of(check, value); });
  const auto& value = found.value;
  const auto name = case_metric_short_name(check.metric);
  if (!value) {
    if (!beside.empty()) return {0, std::move(beside)};
    const char* why = found.remark.empty() ? why_nothing(check.metric)
                                           : "the answer comes from nothing of the kind";
    return {0, fmt::format("There is nothing to count for {}: {}.", name, why)};
  }
  if (found.share >= 1) return beside.empty() ? Points{1, {}} : Points{0, std::move(beside)};
  const bool is_time = is_made_of_times(check.metric);
  const auto provenance = is_time ? record.device.times : record.device.counters;
  const auto bound = bound_text(check, *value);
  auto reason = fmt::format("{}: {} {} ({}), wanted {}", name, number_text(*value),
                            case_metric_unit(check.metric), record::in_words(provenance), bound);
  const bool is_explained = is_about_execution(check.metric) || bound.starts_with("at most") ||
                            find_resident_metric(check.metric) != nullptr;
  const bool has_lines = !is_time && !is_about_timeline(check.metric);
  if (has_lines && is_explained && record::counts_lines(record.device))
    reason += worst_line(record, cases, check.metric);
  if (!found.remark.empty()) reason += "; " + found.remark;
  if (check.metric == case_metric::kBytesMovedPerUsefulByte)
    reason += repeated_stores_in_words(record, cases);
  reason += "." + behind(check.when_lost);
  // What the check counts is said first, with what it asks; a limit that is broken too behind it.
  if (!beside.empty()) return {0, reason + " " + beside};
  return {found.share, std::move(reason)};
}

bool costs_points(const record::Finding& finding, const CheckDescription& check) {
  if (std::ranges::find(check.findings, finding.id) != check.findings.end()) return true;
  return check.kind == CheckDescription::Kind::no_error && is_mistake(finding);
}

/// In a header that came with a compiler: its user cannot write its lines in another way.
bool is_of_library(const RunRecord& record, const record::Finding& finding) {
  return finding.where && finding.where->file.starts_with('/') &&
         std::ranges::find(record.sources, finding.where->file, &record::SourceFile::path) ==
             record.sources.end();
}

/// Of a check that names cases, findings of others are not meant; nor, of one that is about more
/// than mistakes, those about a library's lines.
bool is_meant(const RunRecord& record, const CheckDescription& check,
              const record::Finding& finding, const std::vector<std::uint32_t>& cases) {
  if (check.kind != CheckDescription::Kind::no_finding) return true;
  if (!is_mistake(finding) && is_of_library(record, finding)) return false;
  return check.cases.empty() || !finding.case_index ||
         std::ranges::find(cases, *finding.case_index) != cases.end();
}

Points score_findings(const RunRecord& record, const HostEvidence& by_host,
                      const CheckDescription& check, const MemoryChecks& memory_checks,
                      const std::vector<std::uint32_t>& cases) {
  for (const auto& finding : record.findings) {
    if (!costs_points(finding, check) || !is_meant(record, check, finding, cases)) continue;
    auto reason = finding.title;
    if (finding.where) reason += fmt::format(" at {}:{}", finding.where->file, finding.where->line);
    return {0, reason + (finding.cause.empty() ? "." : ": " + finding.cause)};
  }
  if (auto why = why_not_judged(record.device, check, memory_checks); !why.empty())
    return {0, std::move(why), false};
  // Where a check names cases, findings of others are not meant, but all of its task must run.
  for (const auto i : matching_cases(record, check.task, {})) {
    const auto verdict = record.cases[i].verdict;
    if (verdict == Case::Verdict::not_run || verdict == Case::Verdict::crashed ||
        verdict == Case::Verdict::timed_out || verdict == Case::Verdict::error) {
      return {0, "Not everything ran; " + verdict_of(record.cases[i])};
    }
  }
  if (!is_work_done(record, by_host, cases)) {
    return {0, "Nothing was done right by a kernel that could have had an error."};
  }
  return {1, {}};
}

/// Never -0, which a share of 0 from a falling slope would give.
double to_hundredths(double points) { return std::round(points * 100) / 100 + 0.0; }

/// What rounds to all points has lost none, and needs no reason.
Points rounded(const CheckDescription& check, Points points) {
  if (points.share > 0 && to_hundredths(check.points * points.share) >= check.points)
    points.reason.clear();
  return points;
}

/// Points for right answers of which the device cannot tell who computed them say so.
Points with_remark_on_origin(const RunRecord& record, const std::vector<std::uint32_t>& cases,
                             Points points) {
  const auto is_asked = [&](auto i) { return record.cases[i].useful_bytes > 0; };
  if (points.share <= 0 || record::follows_data(record.device) ||
      std::ranges::none_of(cases, is_asked))
    return points;
  if (!points.reason.empty()) points.reason += " ";
  points.reason +=
      "This device does not follow data: nobody knows whether the answers come from kernels.";
  return points;
}

Points points_of(const RunRecord& record, const HostEvidence& by_host,
                 const CheckDescription& check, const MemoryChecks& memory_checks) {
  if (record.outcome.kind == record::Outcome::Kind::compile_error) {
    return {0, "The file does not compile."};
  }
  const auto cases = matching_cases(record, check.task, check.cases);
  if (cases.empty()) return {0, "No case belongs to this check."};
  switch (check.kind) {
    case CheckDescription::Kind::correct:
      return with_remark_on_origin(record, cases, score_correct(record, by_host, check, cases));
    case CheckDescription::Kind::counter:
      return with_remark_on_origin(record, cases,
                                   rounded(check, score_counter(record, by_host, check, cases)));
    case CheckDescription::Kind::no_finding:
    case CheckDescription::Kind::no_error:
      return score_findings(record, by_host, check, memory_checks, cases);
  }
  return {};
}

}  // namespace

std::vector<std::uint32_t> matching_cases(const RunRecord& record, std::string_view task,
                                          std::string_view pattern) {
  std::vector<std::uint32_t> indices;
  for (std::uint32_t i = 0; i < record.cases.size(); ++i) {
    const auto& item = record.cases[i];
    const bool is_task = task.empty() || item.task == task;
    if (is_task && (pattern.empty() || matches_glob(item.name, pattern))) indices.push_back(i);
  }
  return indices;
}

record::Score score_record(const RunRecord& record, const std::vector<CheckDescription>& checks,
                           const MemoryChecks& memory_checks) {
  record::Score score;
  const HostEvidence by_host(record);
  for (const auto& check : checks) {
    const auto points = points_of(record, by_host, check, memory_checks);
    record::Check row;
    row.id = check.id;
    row.title = check.title;
    row.max_points = points.is_judged ? check.points : 0;
    row.points = to_hundredths(row.max_points * points.share);
    row.reason = points.reason;
    score.points += row.points;
    score.max_points += row.max_points;
    score.checks.push_back(std::move(row));
  }
  score.points = to_hundredths(score.points);
  return score;
}

}  // namespace warpscope::runner
