#include <algorithm>

#include "runner/findings/rules.h"

namespace warpscope::runner {
namespace {

using Verdict = record::Case::Verdict;

/// An answer of the finding's task is wrong; of a program without cases, it ended with another code
/// than 0. Who meets whom at the lock is another one in each case.
bool is_wrong(const record::RunRecord& record, const record::Finding& finding) {
  auto index = finding.case_index;
  if (!index && finding.launch && *finding.launch < record.launches.size())
    index = record.launches[*finding.launch].case_index;
  if (!index || *index >= record.cases.size())
    return record.cases.empty() && record.outcome.exit_code != 0;
  return std::ranges::any_of(record.cases, [&](const record::Case& one) {
    return one.task == record.cases[*index].task && one.verdict == Verdict::wrong;
  });
}

}  // namespace

void judge_left_locks(record::RunRecord& record) {
  for (auto& finding : record.findings) {
    if (finding.id == "lock-not-waited-for" && is_wrong(record, finding))
      finding.severity = record::Finding::Severity::error;
  }
}

}  // namespace warpscope::runner
