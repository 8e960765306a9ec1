#include "runner/run/verdicts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "runner/findings/catalogue.h"
#include "runner/findings/unwritten_rest.h"

namespace warpscope::runner {
namespace {

using record::Outcome;
using Verdict = record::Case::Verdict;

/// Findings of the device that mean a kernel did not end.
constexpr std::array<std::string_view, 2> kEndlessKernel{"instruction-budget", "deadlock"};
/// Findings of the device that are the tool's own failure.
constexpr std::array<std::string_view, 4> kToolFailures{"device-error", "unsupported-instruction",
                                                        "unsupported-runtime-call", "bad-ptx"};

bool is_one_of(std::string_view id, const auto& ids) {
  return std::ranges::find(ids, id) != ids.end();
}

const record::Finding* device_error_of(const record::RunRecord& record, std::uint32_t index) {
  for (const auto& finding : record.findings) {
    if (finding.case_index == index && finding.severity == record::Finding::Severity::error) {
      return &finding;
    }
  }
  return nullptr;
}

std::string sentence(const record::Finding& finding) {
  std::string text = finding.title;
  if (finding.where) text += fmt::format(" at {}:{}", finding.where->file, finding.where->line);
  return text + (finding.cause.empty() ? "." : ": " + finding.cause);
}

void judge_failure(const record::RunRecord& record, std::uint32_t index, record::Case& item) {
  item.verdict = Verdict::error;
  const auto* finding = device_error_of(record, index);
  if (finding == nullptr) return;
  if (is_one_of(finding->id, kEndlessKernel)) item.verdict = Verdict::timed_out;
  item.message = sentence(*finding);
}

void judge_answer(const judge::Opinion& opinion, std::uint32_t index,
                  const record::RunRecord& record, record::Case& item,
                  std::vector<record::Finding>& findings) {
  item.verdict = opinion.is_correct ? Verdict::correct : Verdict::wrong;
  item.message = opinion.message;
  if (opinion.finding.empty()) return;
  auto finding = make_finding(opinion.finding);
  finding.cause = opinion.cause;
  finding.case_index = index;
  refine_unwritten_rest(record, index, opinion.written_bytes, finding);
  findings.push_back(std::move(finding));
}

void fill(const RanCase& ran, std::uint32_t index, const record::RunRecord& record,
          record::Case& item, std::vector<record::Finding>& findings) {
  item.message = ran.message;
  if (!ran.is_run) return;
  switch (ran.end) {
    case CaseEnd::Kind::answered:
      judge_answer(ran.opinion, index, record, item, findings);
      return;
    case CaseEnd::Kind::failed:
      judge_failure(record, index, item);
      return;
    case CaseEnd::Kind::ended_early:
      item.verdict = Verdict::crashed;
      return;
    case CaseEnd::Kind::timed_out:
      item.verdict = Verdict::timed_out;
      return;
    case CaseEnd::Kind::canceled:
    case CaseEnd::Kind::device_lost:
      return;
  }
}

struct Grade {
  Verdict verdict;
  Outcome::Kind outcome;
  const char* plural;
};
/// The gravest first.
constexpr std::array kGrades{
    Grade{Verdict::crashed, Outcome::Kind::crashed, "ended the program"},
    Grade{Verdict::timed_out, Outcome::Kind::timed_out, "did not end in time"},
    Grade{Verdict::error, Outcome::Kind::device_error, "stopped with an error"},
    Grade{Verdict::wrong, Outcome::Kind::wrong_answer, "gave a wrong answer"},
};

const record::Finding* tool_failure(const record::RunRecord& record) {
  for (const auto& finding : record.findings) {
    if (is_one_of(finding.id, kToolFailures)) return &finding;
  }
  return nullptr;
}

}  // namespace

void record_cases(const std::vector<judge::Case>& set, const CasesRun& run,
                  record::RunRecord& record) {
  std::vector<record::Finding> findings;
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    record::Case item;
    item.name = set[i].name;
    item.task = set[i].task;
    for (const auto& [name, value] : set[i].parameters) {
      item.parameters[name] = static_cast<double>(value);
    }
    item.useful_bytes = set[i].useful_bytes;
    item.sweep = set[i].sweep;
    item.sweep_x = set[i].sweep_x;
    if (i < run.cases.size()) fill(run.cases[i], i, record, item, findings);
    record.cases.push_back(std::move(item));
  }
  std::ranges::move(findings, std::back_inserter(record.findings));
}

void record_outcome(const CasesRun& run, record::RunRecord& record) {
  auto& outcome = record.outcome;
  outcome.program_output = run.output;
  outcome.exit_code = run.exit_code;
  if (!run.tool_error.empty()) {
    outcome.kind = Outcome::Kind::tool_error;
    outcome.message = run.tool_error;
    return;
  }
  if (run.is_canceled) {
    outcome.kind = Outcome::Kind::canceled;
    outcome.message = "The run was canceled.";
    return;
  }
  if (const auto* finding = tool_failure(record)) {
    outcome.kind = Outcome::Kind::tool_error;
    outcome.message = sentence(*finding);
    return;
  }
  for (const auto& grade : kGrades) {
    const auto is_such = [&](const record::Case& item) { return item.verdict == grade.verdict; };
    const auto count = std::ranges::count_if(record.cases, is_such);
    if (count == 0) continue;
    const auto first = std::ranges::find_if(record.cases, is_such);
    outcome.kind = grade.outcome;
    outcome.message = fmt::format("{} of {} cases {}. {}: {}", count, record.cases.size(),
                                  grade.plural, first->name, first->message);
    return;
  }
}

}  // namespace warpscope::runner
