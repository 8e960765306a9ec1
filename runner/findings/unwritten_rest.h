// An output of which only the first part was written: was the grid too small, or the index wrong?
#pragma once

#include <cstdint>

#include "record/record.h"

namespace warpscope::runner {

/// A judge's "grid-too-small" becomes "local-for-global-index" when the case's launches stored more
/// bytes than the `written_bytes` that the judge found: threads wrote the same elements repeatedly.
void refine_unwritten_rest(const record::RunRecord& record, std::uint32_t case_index,
                           std::uint64_t written_bytes, record::Finding& finding);

}  // namespace warpscope::runner
