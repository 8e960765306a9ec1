#include "runner/findings/provoked.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "runner/findings/rules.h"

namespace warpscope::runner {
namespace {

using record::Finding;
using record::RunRecord;
using Sweeps = std::set<std::string>;

bool belongs_to(const RunRecord& record, const std::optional<std::uint32_t>& case_index,
                const Sweeps& sweeps) {
  return case_index && *case_index < record.cases.size() &&
         sweeps.contains(record.cases[*case_index].sweep);
}

/// What the rules find in the launches and copies that are in none of the sweeps.
std::vector<Finding> found_outside(const RunRecord& record, const Sweeps& sweeps) {
  auto rest = record;
  rest.findings.clear();
  const auto is_swept = [&](const auto& work) {
    return belongs_to(record, work.case_index, sweeps);
  };
  std::erase_if(rest.launches, is_swept);
  std::erase_if(rest.transfers, is_swept);
  apply_rules(rest);
  return rest.findings;
}

void excuse(RunRecord& record, const std::string& id, const Sweeps& sweeps) {
  const auto is_provoked = [&](const Finding& finding) {
    return finding.id == id && finding.severity == Finding::Severity::warning &&
           belongs_to(record, finding.case_index, sweeps);
  };
  if (std::ranges::none_of(record.findings, is_provoked)) return;
  const auto outside = found_outside(record, sweeps);
  for (auto& finding : record.findings) {
    if (!is_provoked(finding)) continue;
    const auto same = std::ranges::find_if(outside, [&](const Finding& other) {
      return other.id == id && other.where == finding.where;
    });
    if (same != outside.end()) {
      finding = *same;
    } else {
      finding.severity = Finding::Severity::information;
      finding.cause += " This sweep provokes it on purpose.";
    }
  }
}

}  // namespace

void excuse_provoked(RunRecord& record, std::span<const ProvokedFindings> provoked) {
  std::map<std::string, Sweeps> sweeps_of;  // by the finding's id
  for (const auto& entry : provoked) {
    for (const auto& id : entry.ids) sweeps_of[id].insert(entry.sweep);
  }
  for (const auto& [id, sweeps] : sweeps_of) excuse(record, id, sweeps);
  std::ranges::stable_sort(record.findings, {}, &Finding::severity);
}

}  // namespace warpscope::runner
