#include <algorithm>
#include <map>

#include "runner/findings/replace.h"
#include "runner/findings/rules.h"

namespace warpscope::runner {
namespace {

bool is_past_the_end(const record::Finding& finding) {
  return finding.cause.find("past the end of") != std::string::npos;
}

/// One lane, at the first byte behind an allocation.
bool is_next_element_of_one_lane(const record::Finding& finding) {
  const auto lane = finding.lanes.find(" lane ");
  return lane != std::string::npos &&
         finding.lanes.find_first_of(",-", lane) == std::string::npos &&
         finding.cause.find("directly past the end of") != std::string::npos;
}

}  // namespace

// A missing guard lets every thread behind the end through, so over several sizes more than one
// lane is seen; a guard that is off by one lets exactly one through at every size.
void refine_out_of_bounds(record::RunRecord& record) {
  std::map<record::SourceLine, std::vector<record::Finding*>> by_line;
  for (auto& finding : record.findings) {
    if (finding.id == "out-of-bounds" && is_past_the_end(finding)) {
      by_line[finding.where.value_or(record::SourceLine{})].push_back(&finding);
    }
  }
  for (const auto& [line, findings] : by_line) {
    const bool is_off_by_one = std::ranges::all_of(
        findings, [](const auto* finding) { return is_next_element_of_one_lane(*finding); });
    for (auto* finding : findings) {
      rename(*finding, is_off_by_one ? "guard-off-by-one" : "missing-bounds-guard");
    }
  }
}

}  // namespace warpscope::runner
