#include "runner/run/verdicts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "findings/catalogue.h"
#include "record/capabilities.h"
#include "runner/findings/rules.h"
#include "runner/findings/unwritten_rest.h"
#include "runner/origin/answer_copies.h"
#include "runner/origin/answer_writers.h"
#include "runner/origin/unused_work.h"
#include "runner/run/own_end.h"
#include "runner/run/unfinished_case.h"

namespace warpscope::runner {
namespace {

using record::Outcome;
using Verdict = record::Case::Verdict;

/// Findings of the device that mean a kernel did not end.
constexpr std::array<std::string_view, 5> kEndlessKernel{"instruction-budget", "deadlock",
                                                         "endless-loop", "spin-without-progress",
                                                         "grid-larger-than-resident"};
/// Findings of the device that may say more about the virtual GPU than about the program.
constexpr std::array<std::string_view, 4> kGaps{"device-error", "unsupported-instruction",
                                                "unsupported-runtime-call", "bad-ptx"};

/// The simulation had no more memory: nothing that follows from it is the program's mistake.
constexpr std::string_view kMemoryExhausted = "memory-exhausted";
constexpr std::array<std::string_view, 2> kOfFailedCalls{"ignored-out-of-memory",
                                                         "unchecked-error"};

bool is_one_of(std::string_view id, const auto& ids) {
  return std::ranges::find(ids, id) != ids.end();
}

/// What ended a kernel before what the checks say of one.
const record::Finding* device_error_of(const record::RunRecord& record, std::uint32_t index) {
  const record::Finding* of_checks = nullptr;
  for (const auto& finding : record.findings) {
    if (finding.case_index != index || finding.severity != record::Finding::Severity::error)
      continue;
    if (!is_of_memory_checks(finding.id)) return &finding;
    if (of_checks == nullptr) of_checks = &finding;
  }
  return of_checks;
}

const record::Finding* exhausted_memory_of(const record::RunRecord& record, std::uint32_t index) {
  const auto found = std::ranges::find_if(record.findings, [&](const record::Finding& finding) {
    return finding.id == kMemoryExhausted && finding.case_index == index;
  });
  return found == record.findings.end() ? nullptr : &*found;
}

std::string sentence(const record::Finding& finding) {
  std::string text = finding.title;
  if (finding.where) text += fmt::format(" at {}:{}", finding.where->file, finding.where->line);
  return text + (finding.cause.empty() ? "." : ": " + finding.cause);
}

/// What judges found. Rests that were not written are kept apart by task, because it takes all
/// sizes to tell where they come from.
struct Found {
  std::vector<record::Finding> findings;
  std::map<std::string, std::vector<RestOfCase>> rests;
};

/// What the device says of an error explains it; without that, the call that failed is unknown.
void judge_failure(const RanCase& ran, const record::RunRecord& record, std::uint32_t index,
                   record::Case& item, Found& found) {
  item.verdict = Verdict::error;
  const auto* finding = device_error_of(record, index);
  if (finding == nullptr) {
    if (!ran.is_error_left) return;
    found.findings.push_back(make_finding("unchecked-error"));
    found.findings.back().cause = ran.message;
    found.findings.back().case_index = index;
    return;
  }
  if (is_one_of(finding->id, kEndlessKernel)) item.verdict = Verdict::timed_out;
  item.message = sentence(*finding);
  if (ran.is_error_left) item.message += " Nobody asked for the error.";
}

void judge_answer(const judge::Opinion& opinion, std::uint32_t index, record::Case& item,
                  Found& found) {
  item.verdict = opinion.is_correct ? Verdict::correct : Verdict::wrong;
  item.message = opinion.message;
  item.result_spread_ulp = opinion.result_spread_ulp;
  if (opinion.finding.empty()) return;
  auto finding = make_finding(opinion.finding);
  finding.cause = opinion.cause;
  finding.case_index = index;
  if (opinion.rest.written != 0) {
    found.rests[item.task].push_back({index, opinion.rest, std::move(finding)});
  } else {
    found.findings.push_back(std::move(finding));
  }
}

/// What a program's runtime tells of the access or the division that ends it.
constexpr std::array<std::string_view, 5> kCrashes{"device-pointer-on-host", "use-after-free",
                                                   "host-past-end", "host-division-by-zero",
                                                   "host-crash"};

/// As describe(Exit) writes them: what x86 gives for an integer division by 0, and abort().
constexpr std::string_view kDivisionSignal = "signal 8 ";
constexpr std::string_view kAbortSignal = "signal 6 ";

/// A signal is a mistake of the host's code: a kernel's come as errors of the runtime.
void judge_crash(const RanCase& ran, const record::RunRecord& record, std::uint32_t index,
                 record::Case& item, Found& found) {
  if (ran.message.find("signal") == std::string::npos) return;
  for (const auto& cause : record.findings) {
    const bool is_told = is_one_of(cause.id, kCrashes) && !cause.launch;
    if (!is_told || cause.case_index != index) continue;
    item.message = sentence(cause);
    return;
  }
  auto finding = make_finding("host-crash");
  finding.cause = ran.message;
  if (ran.message.find(kDivisionSignal) != std::string::npos) {
    finding.hint =
        "The host divided an integer by 0, by / or by %: can the divisor be 0 for some input?";
  } else if (ran.message.find(kAbortSignal) != std::string::npos) {
    finding.hint =
        "The program gave up: an assertion, an error that nobody caught, or memory that was freed "
        "in a wrong way, or written over: by a copy of more bytes than the host's array has, or "
        "behind the end of one. What it printed says which.";
  }
  finding.case_index = index;
  found.findings.push_back(std::move(finding));
}

void fill(const RanCase& ran, std::uint32_t index, const record::RunRecord& record,
          record::Case& item, Found& found) {
  item.message = ran.message;
  if (!ran.is_run) return;
  const auto* exhausted = exhausted_memory_of(record, index);
  if (exhausted != nullptr &&
      (ran.end == CaseEnd::Kind::failed || ran.end == CaseEnd::Kind::ended_early)) {
    item.verdict = Verdict::error;
    item.message = sentence(*exhausted);
    return;
  }
  switch (ran.end) {
    case CaseEnd::Kind::answered:
      judge_answer(ran.opinion, index, item, found);
      return;
    case CaseEnd::Kind::failed:
      judge_failure(ran, record, index, item, found);
      return;
    case CaseEnd::Kind::ended_early:
      item.verdict = Verdict::crashed;
      judge_crash(ran, record, index, item, found);
      return;
    case CaseEnd::Kind::timed_out:
      item.verdict = Verdict::timed_out;
      found.findings.push_back(unfinished_case(record, index, ran.limit_s));
      item.message = sentence(found.findings.back());
      return;
    case CaseEnd::Kind::canceled:
    case CaseEnd::Kind::device_lost:
      return;
  }
}

/// The host was too early: the device sees the access, and a judge that nothing was there yet.
constexpr std::array<std::string_view, 2> kEarlyReads{"missing-sync-before-host-read",
                                                      "result-read-too-early"};

/// Judge and device may see the same in one case: then it is said once, with the device's line.
void take_place_of_device(record::RunRecord& record, record::Finding& finding) {
  const auto is_same = [&](const record::Finding& other) {
    const bool is_early = is_one_of(finding.id, kEarlyReads) && is_one_of(other.id, kEarlyReads);
    return other.case_index == finding.case_index && (other.id == finding.id || is_early);
  };
  const auto same = std::ranges::find_if(record.findings, is_same);
  if (same == record.findings.end()) return;
  if (!finding.where) finding.where = same->where;
  std::erase_if(record.findings, is_same);
}

/// Which elements have to be written is known to the judge, who has compared them. What the device
/// saw stays where the answer is wrong, nobody knows why, and the copy is the student's.
void drop_unwritten_copies(record::RunRecord& record) {
  constexpr std::string_view kUnwritten = "uninitialised-copy";
  const auto task_of = [&](const record::Finding& finding) -> const std::string* {
    const auto index = finding.case_index;
    return index && *index < record.cases.size() ? &record.cases[*index].task : nullptr;
  };
  std::set<std::string> explained;
  for (const auto& finding : record.findings) {
    const auto* task = task_of(finding);
    const bool is_error = finding.severity == record::Finding::Severity::error;
    if (task != nullptr && is_error && finding.id != kUnwritten) explained.insert(*task);
  }
  std::erase_if(record.findings, [&](const record::Finding& finding) {
    if (finding.id != kUnwritten || !finding.case_index) return false;
    const auto* task = task_of(finding);
    return task == nullptr || explained.contains(*task) || !finding.where ||
           record.cases[*finding.case_index].verdict != Verdict::wrong;
  });
}

/// What the program did about calls that failed for want of memory is no mistake of its own.
void drop_consequences_of_memory(record::RunRecord& record) {
  std::set<std::uint32_t> cases;
  for (const auto& finding : record.findings)
    if (finding.id == kMemoryExhausted && finding.case_index) cases.insert(*finding.case_index);
  std::erase_if(record.findings, [&](const record::Finding& finding) {
    return is_one_of(finding.id, kOfFailedCalls) && finding.case_index &&
           cases.contains(*finding.case_index);
  });
}

/// The cases that came to nothing and in which the simulation had no more memory: nobody knows what
/// they would have come to.
std::vector<const record::Case*> cases_without_memory(const record::RunRecord& record) {
  std::vector<const record::Case*> cases;
  for (std::uint32_t i = 0; i < record.cases.size(); ++i) {
    const auto& item = record.cases[i];
    if (item.verdict != Verdict::correct && exhausted_memory_of(record, i) != nullptr)
      cases.push_back(&item);
  }
  return cases;
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

/// A program can ask for what the virtual GPU lacks on purpose, so that it has no points for it; a
/// person can see whether it had to.
std::string remark_on_gaps(const record::RunRecord& record) {
  for (const auto& finding : record.findings) {
    if (!is_one_of(finding.id, kGaps)) continue;
    return fmt::format(
        " The finding {} may be a gap of Warpscope and not the program's mistake: have a person "
        "look at it.",
        finding.id);
  }
  return {};
}

/// The points that such cases cost beside others that are wrong by themselves.
std::string remark_on_memory(const std::vector<const record::Case*>& cases) {
  if (cases.empty()) return {};
  return fmt::format(
      " {} uses more device memory than the simulation may have here, which says nothing about the "
      "program: have a person look at the points that it lost there.",
      cases.front()->name);
}

}  // namespace

void record_cases(const std::vector<judge::Case>& set, const CasesRun& run, const DataFlow& flow,
                  record::RunRecord& record, const std::vector<std::string>& driver_copies,
                  const std::vector<std::string>& driver_uploads) {
  place_endless_kernel(record);
  const auto cases = with_own_ends(set, run.cases, record);
  Found found;
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    record::Case item;
    item.name = set[i].name;
    item.task = set[i].task;
    for (const auto& [name, value] : set[i].parameters) {
      item.parameters[name] = static_cast<double>(value);
    }
    if (set[i].copy_engines) item.parameters["copy_engines"] = *set[i].copy_engines;
    item.useful_bytes = set[i].useful_bytes;
    for (const auto& [name, array] : set[i].inputs) item.input_bytes += array.bytes().size();
    for (const auto& [name, shape] : set[i].outputs) {
      item.output_bytes += shape.count * lab_protocol::size_bytes(shape.type);
    }
    item.sweep = set[i].sweep;
    item.sweep_x = set[i].sweep_x;
    const bool is_by_driver = std::ranges::find(driver_copies, item.task) != driver_copies.end();
    if (i < cases.size()) {
      const bool is_followed = record::follows_data(record.device);
      const bool is_among_returned = cases[i].is_among_returned && !is_by_driver;
      item.is_answer_of_device = !is_followed || is_among_returned ||
                                 is_answer_of_device(cases[i].outputs, record, i, is_by_driver);
      item.is_answer_uploaded = is_followed && set[i].useful_bytes > 0 &&
                                is_answer_uploaded(set[i], cases[i].outputs, record, i);
      item.has_stand_ins = !set[i].stand_ins.empty();
      item.is_answer_of_stand_ins = cases[i].is_of_stand_ins;
      // In a run as in a grading, where the host is shown other inputs.
      const bool is_exchanged =
          std::ranges::find(driver_uploads, item.task) != driver_uploads.end();
      const auto work = mark_unused(set[i], cases[i].outputs, i, flow, record,
                                    {is_among_returned, item.has_stand_ins || is_exchanged});
      item.unused_input = work.unused_input;
      if (work.other_case && *work.other_case < set.size())
        item.earlier_case = set[*work.other_case].name;
    }
    if (i < cases.size()) {
      fill(cases[i], i, record, item, found);
      note_writers({set[i], i, cases[i].outputs, cases[i].opinion.first_wrong, is_by_driver}, flow,
                   record, item);
    }
    record.cases.push_back(std::move(item));
  }
  for (auto& finding : found.findings) take_place_of_device(record, finding);
  for (auto& [task, rests] : found.rests) {
    refine_unwritten_rests(record, rests);
    for (auto& of : rests) found.findings.push_back(std::move(of.finding));
  }
  drop_canceled_launches(record);
  std::ranges::move(found.findings, std::back_inserter(record.findings));
  drop_unwritten_copies(record);
  drop_consequences_of_memory(record);
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
  const auto without_memory = cases_without_memory(record);
  // A case that is wrong by itself stays so: no program chooses to have no verdict by taking memory
  // in another case.
  for (const auto& grade : kGrades) {
    const auto is_such = [&](const record::Case& item) {
      return item.verdict == grade.verdict &&
             std::ranges::find(without_memory, &item) == without_memory.end();
    };
    const auto count = std::ranges::count_if(record.cases, is_such);
    if (count == 0) continue;
    const auto first = std::ranges::find_if(record.cases, is_such);
    outcome.kind = grade.outcome;
    const auto not_run = std::ranges::count(record.cases, Verdict::not_run, &record::Case::verdict);
    const auto rest =
        not_run == 0 ? std::string()
                     : fmt::format("; {} more {} not run", not_run, not_run == 1 ? "was" : "were");
    outcome.message = fmt::format("{} of {} cases {}{}. {}: {}", count, record.cases.size(),
                                  grade.plural, rest, first->name, first->message) +
                      remark_on_gaps(record) + remark_on_memory(without_memory);
    return;
  }
  if (without_memory.empty()) return;
  outcome.kind = Outcome::Kind::out_of_memory;
  outcome.message = fmt::format(
      "{} uses more device memory than the simulation may have here. This says nothing about the "
      "program, and there are no points: have a person look at it.",
      without_memory.front()->name);
}

}  // namespace warpscope::runner
