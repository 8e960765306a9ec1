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
/// to carry. Of several rings, and of several cases, the least.
/// Nothing when no launch of these cases has two rounds of a ring. Lengths are of the block's
/// modelled clock; the order of phases is one that the program's waits allow.
std::optional<double> use_with_transfer_under_way(const record::RunRecord& record,
                                                  std::span<const std::uint32_t> cases,
                                                  Counted counted = Counted::all);

/// The stages that a ring is seen to use: the most buffers that a warp has begun to fill and that
/// not all who use them have given back. Of several rings, and of several cases, the fewest; of a
/// ring in several blocks the most. Nothing where no ring makes two rounds.
std::optional<double> ring_stages(const record::RunRecord& record,
                                  std::span<const std::uint32_t> cases,
                                  Counted counted = Counted::all);

/// The warps of a block that fill buffers of rings, all rings together; of several blocks, launches
/// and cases the fewest. Nothing where no block has a ring.
std::optional<double> ring_dma_warps(const record::RunRecord& record,
                                     std::span<const std::uint32_t> cases,
                                     Counted counted = Counted::all);

}  // namespace warpscope::runner
