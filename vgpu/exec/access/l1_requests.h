// What a warp's accesses do to the L1 cache of its multiprocessor. For launches whose L1 is
// modelled (BlockContext::l1); the others never come here.
#pragma once

#include <cstdint>
#include <span>

#include "vgpu/exec/counting/l1_cache.h"
#include "vgpu/exec/counting/sectors.h"
#include "vgpu/exec/machine/warp.h"

namespace warpscope::exec {

/// A load of `size_bytes` per active lane of global memory; its hits are added to site `site`.
void load_through_l1(WarpContext& context, std::size_t site, const LaneAddresses& addresses,
                     std::uint32_t mask, std::uint32_t size_bytes, L1Use use);

/// A store, or an atomic: these are done in L2, and L1 drops the lines.
void store_through_l1(WarpContext& context, const LaneAddresses& addresses, std::uint32_t mask,
                      std::uint32_t size_bytes, bool is_atomic);

/// The same for local memory; `offsets` are bytes in each thread's own.
void access_local_through_l1(WarpContext& context, std::size_t site, const LaneAddresses& offsets,
                             std::uint32_t size_bytes, bool is_store);

/// A fence by which the warp sees what other multiprocessors wrote.
void drop_l1(WarpContext& context);

}  // namespace warpscope::exec
