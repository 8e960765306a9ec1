#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "findings/catalogue.h"
#include "runner/findings/rules.h"
#include "runner/origin/host_work.h"

namespace warpscope::runner {

void find_host_work(record::RunRecord& record) {
  struct Task {
    std::size_t cases = 0;
    std::uint32_t largest = 0;  ///< case with the most useful bytes
  };
  std::map<std::string, Task> tasks;
  for (std::uint32_t i = 0; i < record.cases.size(); ++i) {
    if (!is_made_on_host(record, i)) continue;
    auto& task = tasks.try_emplace(record.cases[i].task, Task{0, i}).first->second;
    ++task.cases;
    if (record.cases[i].useful_bytes > record.cases[task.largest].useful_bytes) task.largest = i;
  }
  for (const auto& [name, task] : tasks) {
    // A program whose host crashes copies what it should not: that is the mistake to name.
    const bool is_crashing = std::ranges::any_of(record.cases, [&](const record::Case& item) {
      return item.task == name && item.verdict == record::Case::Verdict::crashed;
    });
    if (is_crashing) continue;
    auto finding = make_finding("host-side-work");
    finding.case_index = task.largest;
    finding.cause = evidence_of_host(record, task.largest) +
                    fmt::format(" The same holds for {} of this task's cases.", task.cases);
    record.findings.push_back(std::move(finding));
  }
}

}  // namespace warpscope::runner
