#include "runner/findings/provoked.h"

#include <algorithm>

namespace warpscope::runner {

void excuse_provoked(record::RunRecord& record, std::string_view sweep,
                     std::span<const std::string> ids) {
  for (auto& finding : record.findings) {
    const bool is_provoked = std::ranges::find(ids, finding.id) != ids.end() &&
                             finding.case_index && *finding.case_index < record.cases.size() &&
                             record.cases[*finding.case_index].sweep == sweep &&
                             finding.severity == record::Finding::Severity::warning;
    if (!is_provoked) continue;
    finding.severity = record::Finding::Severity::information;
    finding.cause += " This sweep provokes it on purpose.";
  }
  std::ranges::stable_sort(record.findings, {}, &record::Finding::severity);
}

}  // namespace warpscope::runner
