// Where nothing else explains a wrong answer, the line that wrote its first wrong element is said.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "findings/catalogue.h"
#include "record/kernel_name.h"
#include "runner/findings/rules.h"

namespace warpscope::runner {
namespace {

std::set<std::string> explained_tasks(const record::RunRecord& record) {
  std::set<std::string> tasks;
  for (const auto& finding : record.findings) {
    const bool is_error = finding.severity == record::Finding::Severity::error;
    if (is_error && finding.case_index && *finding.case_index < record.cases.size())
      tasks.insert(record.cases[*finding.case_index].task);
  }
  return tasks;
}

}  // namespace

void find_wrong_elements(record::RunRecord& record) {
  const auto explained = explained_tasks(record);
  std::set<std::pair<std::string, record::SourceLine>> said;
  for (std::uint32_t i = 0; i < record.cases.size(); ++i) {
    const auto& item = record.cases[i];
    if (!item.first_wrong || !item.first_wrong->writer.where || explained.contains(item.task))
      continue;
    const auto& [output, index, writer] = *item.first_wrong;
    if (!said.emplace(item.task, *writer.where).second) continue;
    auto finding = make_finding("wrong-element");
    finding.where = writer.where;
    finding.case_index = i;
    finding.cause = fmt::format("In {}, {} wrote {}[{}] here, and nobody wrote it afterwards.",
                                item.name, record::short_kernel_name(writer.kernel), output, index);
    record.findings.push_back(std::move(finding));
  }
}

}  // namespace warpscope::runner
