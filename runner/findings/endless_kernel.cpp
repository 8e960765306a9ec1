#include <algorithm>

#include "record/metrics.h"
#include "runner/findings/line_rule.h"
#include "runner/findings/rules.h"

namespace warpscope::runner {

// A launch that is stopped between two blocks stands nowhere: each of its loops ends, but all
// together they take too long. The line that took most of it is the one to look at.
void place_endless_kernel(record::RunRecord& record) {
  for (auto& finding : record.findings) {
    if (finding.id != "instruction-budget" || finding.where || !finding.launch ||
        *finding.launch >= record.launches.size()) {
      continue;
    }
    const auto& lines = record.launches[*finding.launch].lines;
    const auto worst = std::ranges::max_element(lines, {}, [](const auto& line) {
      return line.where.line == 0 ? -1 : line_counter(line, record::metric::kInstructions);
    });
    if (worst == lines.end() || worst->where.line == 0) continue;
    finding.where = worst->where;
    finding.cause += " Most of them belong to this line.";
  }
}

}  // namespace warpscope::runner
