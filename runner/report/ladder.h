// A lab's ladder: what each rung scores and counts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "record/record.h"
#include "runner/lab/lab_description.h"
#include "runner/lab/rungs.h"

namespace warpscope::runner {

/// What came of one rung.
struct LadderRow {
  std::string name, change;
  record::Outcome::Kind outcome = record::Outcome::Kind::completed;
  double points = 0, max_points = 0;
  std::vector<std::optional<double>> values;  ///< one per column; none where it has no meaning
};

/// Whether a run has numbers to compare: not where it was canceled, did not compile, the tool
/// failed or the simulation had no more memory.
bool gives_ladder_row(const record::RunRecord& record);

LadderRow ladder_row(const Rung& rung, const record::RunRecord& record,
                     const std::vector<LadderColumn>& columns);

/// A table with a line per rung.
std::string ladder_text(const std::vector<LadderColumn>& columns,
                        const std::vector<LadderRow>& rows);

/// The same as JSON.
std::string ladder_json(const std::string& lab, const std::vector<LadderColumn>& columns,
                        const std::vector<LadderRow>& rows);

}  // namespace warpscope::runner
