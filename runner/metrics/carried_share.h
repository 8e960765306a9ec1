// Who brought what to shared memory.
#pragma once

#include <cstdint>
#include <span>

#include "record/record.h"
#include "runner/metrics/counted.h"

namespace warpscope::runner {

/// Of the bytes that warps brought to shared memory and handed over at a barrier, the share that
/// DMA warps brought, 0 to 1: those that wait for an eighth of what they bring at most, because
/// others use it. Of the blocks whose transfers the clock kept (record/clock_timeline.h). 0 where
/// nothing was brought; 1 where the clock saw no launch of the cases, so that nobody is accused of
/// what nobody saw.
double carried_by_dma_warps(const record::RunRecord& record, std::span<const std::uint32_t> cases,
                            Counted counted = Counted::all);

}  // namespace warpscope::runner
