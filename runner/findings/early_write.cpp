#include <algorithm>
#include <array>
#include <optional>

#include "record/metrics.h"
#include "runner/findings/line_rule.h"
#include "runner/findings/rules.h"

namespace warpscope::runner {
namespace {

/// What a judge calls writes in front of the part that a task writes.
constexpr std::array<std::string_view, 2> kEarly{"missing-lower-guard", "range-too-early"};

/// The only line of the case's launches that stores.
std::optional<record::SourceLine> only_store(const record::RunRecord& record,
                                             std::uint32_t case_index) {
  std::optional<record::SourceLine> only;
  for (const auto& launch : record.launches) {
    if (launch.case_index != case_index) continue;
    for (const auto& line : launch.lines) {
      if (line.where.line == 0 || line_counter(line, record::metric::kStoreBytes) == 0) continue;
      if (only && *only != line.where) return std::nullopt;
      only = line.where;
    }
  }
  return only;
}

}  // namespace

void place_early_write(record::RunRecord& record) {
  for (auto& finding : record.findings) {
    if (std::ranges::find(kEarly, finding.id) == kEarly.end() || finding.where ||
        !finding.case_index) {
      continue;
    }
    finding.where = only_store(record, *finding.case_index);
  }
}

}  // namespace warpscope::runner
