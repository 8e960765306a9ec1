// Addresses of global and constant memory.
#include <algorithm>
#include <type_traits>
#include <vector>

#include "vgpu/exec/access/access_faults.h"
#include "vgpu/exec/access/observers.h"
#include "vgpu/exec/access/resolve.h"
#include "vgpu/exec/footprint/access_cache.h"
#include "vgpu/exec/footprint/footprint.h"
#include "vgpu/exec/machine/block.h"
#include "vgpu/exec/program/kernel.h"

namespace warpscope::exec {
namespace {

void remember(WarpContext& context, std::uint32_t site, const memory::Allocation& allocation) {
  AccessCache& cache = context.access_cache[site];
  Footprint& footprint = *context.block->footprint;
  Footprint::Bitmaps& maps = footprint.of(allocation);
  const AccessSite& at = context.block->kernel->sites[site];
  maps.has_atomics = maps.has_atomics || at.kind == AccessSite::Kind::global_atomic ||
                     at.kind == AccessSite::Kind::global_reduction;
  cache.begin = allocation.address;
  cache.end = allocation.address + allocation.size_bytes;
  cache.host = allocation.host;
  cache.read_sectors = maps.read.data();
  cache.written_sectors = footprint.written(maps, at.reduction);
  cache.undo = maps.undo;
  cache.saved = maps.undo == nullptr ? nullptr : maps.undo->chunks.data();
  cache.shift = maps.shift;
  cache.bias = maps.bias;
}

bool is_inside(const AccessCache& cache, std::uint64_t address, std::uint32_t size_bytes) {
  return address >= cache.begin && address < cache.end && cache.end - address >= size_bytes;
}

}  // namespace

void remember_allocation(WarpContext& context, std::uint32_t site, std::uint64_t address) {
  const memory::Allocation* allocation = context.block->memory->find(address);
  if (allocation != nullptr) remember(context, site, *allocation);
}

namespace {

// All 32 lanes active and all inside the cached allocation: no lane needs to be looked at on its
// own for the checks.
[[gnu::always_inline]] inline bool find_inside_cache(const AccessCache& cache,
                                                     const LaneAddresses& addresses,
                                                     std::uint32_t size_bytes, LaneHosts& hosts,
                                                     std::uint64_t& spread_bytes) {
  std::uint64_t lowest = addresses[0], highest = addresses[0], all_bits = 0;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    lowest = std::min(lowest, addresses[lane]);
    highest = std::max(highest, addresses[lane]);
    all_bits |= addresses[lane];
  }
  if (lowest < cache.begin || !is_inside(cache, highest, size_bytes) ||
      (all_bits & (size_bytes - 1)) != 0)
    return false;
  spread_bytes = highest - lowest;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
    hosts[lane] = cache.host + (addresses[lane] - cache.begin);
  if (spread_bytes > kNearBytes) {
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) __builtin_prefetch(hosts[lane]);
  }
  return true;
}

// Those of `lanes` whose bytes are in the cached allocation.
std::uint32_t find_lanes(const AccessCache& cache, const LaneAddresses& addresses,
                         std::uint32_t lanes, std::uint32_t size_bytes, LaneHosts& hosts) {
  std::uint32_t inside = 0;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const std::uint32_t lane = first_lane(rest);
    if (!is_inside(cache, addresses[lane], size_bytes)) continue;
    hosts[lane] = cache.host + (addresses[lane] - cache.begin);
    inside |= 1u << lane;
  }
  return inside;
}

// Lanes in `lanes` by allocation; the last one stays in the cache. Gives those in none.
std::uint32_t find_allocations(WarpContext& context, std::uint32_t site,
                               const LaneAddresses& addresses, std::uint32_t lanes,
                               std::uint32_t size_bytes, LaneHosts& hosts,
                               std::vector<LanesOfAllocation>& parts) {
  AccessCache& cache = context.access_cache[site];
  std::uint32_t inside = find_lanes(cache, addresses, lanes, size_bytes, hosts), outside = 0;
  for (std::uint32_t rest = lanes & ~inside; rest != 0; rest &= ~(inside | outside)) {
    const std::uint32_t lane = first_lane(rest);
    const memory::Allocation* allocation = context.block->memory->find(addresses[lane]);
    if (allocation == nullptr ||
        allocation->address + allocation->size_bytes - addresses[lane] < size_bytes) {
      outside |= 1u << lane;
      continue;
    }
    if (inside != 0) parts.push_back({cache, inside});
    remember(context, site, *allocation);
    inside = find_lanes(cache, addresses, rest, size_bytes, hosts);
  }
  if (!parts.empty()) parts.push_back({cache, inside});
  return outside;
}

// What an atomic sends to L2 is found once, for all who want to know it.
template <typename Counts>
[[gnu::always_inline]] inline bool tell(WarpContext& context, const GlobalAccess& access) {
  if constexpr (std::is_same_v<Counts, AtomicCounts>) {
    AtomicPackets packets;
    find_packets(access, packets);
    return GlobalObservers<Counts>::tell(context, AtomicAccess{access, packets});
  } else {
    return GlobalObservers<Counts>::tell(context, access);
  }
}

}  // namespace

template <typename Counts>
bool resolve_global(WarpContext& context, const Operation* operation, std::uint32_t site,
                    const LaneAddresses& addresses, std::uint32_t size_bytes, bool is_store,
                    LaneHosts& hosts) {
  const std::uint32_t mask = context.active;
  if (mask == 0) return true;
  const AccessCache& cache = context.access_cache[site];
  std::uint64_t spread_bytes = 0;
  if (mask == kFullMask && find_inside_cache(cache, addresses, size_bytes, hosts, spread_bytes)) {
    const GlobalAccess access{{*operation, site, kFullMask, size_bytes, is_store, hosts},
                              addresses,
                              cache,
                              {},
                              spread_bytes};
    return tell<Counts>(context, access);
  }
  std::vector<LanesOfAllocation> parts;
  const std::uint32_t outside =
      find_allocations(context, site, addresses, mask, size_bytes, hosts, parts);
  if (const std::uint32_t lanes = misaligned_lanes(addresses, mask, size_bytes); lanes != 0)
    return raise_misaligned(context, operation, lanes, addresses[first_lane(lanes)], size_bytes,
                            is_store);
  if (outside != 0)
    return raise_outside(context, operation, outside, addresses[first_lane(outside)], size_bytes,
                         is_store);
  const GlobalAccess access{{*operation, site, mask, size_bytes, is_store, hosts},
                            addresses,
                            cache,
                            parts,
                            ~std::uint64_t{0}};
  return tell<Counts>(context, access);
}

template bool resolve_global<AccessCounts>(WarpContext&, const Operation*, std::uint32_t,
                                           const LaneAddresses&, std::uint32_t, bool, LaneHosts&);
template bool resolve_global<AtomicCounts>(WarpContext&, const Operation*, std::uint32_t,
                                           const LaneAddresses&, std::uint32_t, bool, LaneHosts&);
template bool resolve_global<ConstantCounts>(WarpContext&, const Operation*, std::uint32_t,
                                             const LaneAddresses&, std::uint32_t, bool, LaneHosts&);

}  // namespace warpscope::exec
