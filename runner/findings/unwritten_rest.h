// Outputs of which only the first part was written: which mistake leaves such a rest?
#pragma once

#include <cstdint>
#include <vector>

#include "labs/judge/judge.h"
#include "record/record.h"

namespace warpscope::runner {

/// A case of a task, how far its output was written, and the finding that its judge suspects.
struct RestOfCase {
  std::uint32_t case_index = 0;
  judge::UnwrittenRest rest;
  record::Finding finding;
};

/// One size cannot tell the mistakes apart; the launches and the other sizes can. Replaces what the
/// judge suspects in each of `rests`, which belong to one task, by what fits all of them:
/// "local-for-global-index" where threads stored more than is there, "guard-too-strict" where the
/// same elements are missing at every size, "vector-tail-missed" where that explains every size and
/// the program does take several elements per thread, else "grid-too-small". A cause says how many
/// threads there were.
void refine_unwritten_rests(const record::RunRecord& record, std::vector<RestOfCase>& rests);

}  // namespace warpscope::runner
