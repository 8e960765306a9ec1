// How often asynchronous copies through L1 wait for banks (docs/reference/counters.md, rule R7).
#pragma once

#include <cstdint>

#include "vgpu/counting/bank_conflicts.h"
#include "vgpu/counting/sectors.h"

namespace warpscope::exec {

/// Bank conflicts of cp.async of `size_bytes` (4, 8 or 16) per lane in `mask`, from global `from`
/// to shared `to`; lanes in `filling` read nothing and write zeros. A pass of the tags takes one
/// line for each tag bank, that of the bank's first lane that is left; the lanes that fill are a
/// pass of their own. Within a pass the lanes of each phase (as for shared loads) go one after the
/// other where they share a bank of the source or of the destination, also when they share the
/// word. Conflicts are what the longest such queue has beyond one. Equal to an H200 in all measured
/// copies: counter_probes.cu and address_probes.cu in tests/golden/h200.
std::uint32_t count_copy_conflicts(const LaneAddresses& from, const LaneOffsets& to,
                                   std::uint32_t mask, std::uint32_t filling,
                                   std::uint32_t size_bytes);

}  // namespace warpscope::exec
