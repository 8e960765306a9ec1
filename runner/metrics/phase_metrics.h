// Values made of the phases of rings, which the virtual GPU takes down by itself
// (docs/reference/record.md).
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "record/record.h"
#include "runner/metrics/counted.h"

namespace warpscope::runner {

/// Of the time in which warps use the buffers of a ring, the share in which the next transfer of
/// the same ring is under way: begun, and not yet waited for by that warp. 0 when it always begins
/// after the use, as with a single stage. The last use of a warp counts nothing, as nothing is left
/// to carry. Nothing when no launch of these cases has two rounds of a ring. Lengths are of the
/// block's modelled clock; the order of phases is one that the program's waits allow.
std::optional<double> use_with_transfer_under_way(const record::RunRecord& record,
                                                  std::span<const std::uint32_t> cases,
                                                  Counted counted = Counted::all);

}  // namespace warpscope::runner
