// Of one rest of elements that a judge and the device have both seen.
#include <cstdint>
#include <set>
#include <vector>

#include "runner/findings/rules.h"

namespace warpscope::runner {

void say_rounded_grids_once(record::RunRecord& record) {
  std::set<std::uint32_t> cases;
  for (const auto& finding : record.findings) {
    if (is_of_last_elements(finding.id) && finding.case_index) cases.insert(*finding.case_index);
  }
  std::erase_if(record.findings, [&](const record::Finding& finding) {
    return finding.id == "grid-rounded-down" && finding.case_index &&
           cases.contains(*finding.case_index);
  });
}

}  // namespace warpscope::runner
