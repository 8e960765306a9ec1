// Addresses of global and constant memory.
#include <algorithm>

#include "vgpu/exec/access/access_faults.h"
#include "vgpu/exec/access/note_access.h"
#include "vgpu/exec/access/resolve.h"
#include "vgpu/exec/footprint/access_cache.h"
#include "vgpu/exec/footprint/footprint.h"
#include "vgpu/exec/machine/block.h"
#include "vgpu/exec/program/kernel.h"

namespace warpscope::exec {
namespace {

void remember(WarpContext& context, std::uint32_t counter, const memory::Allocation& allocation) {
  AccessCache& cache = context.access_cache[counter];
  Footprint& footprint = *context.block->footprint;
  Footprint::Bitmaps& maps = footprint.of(allocation);
  const AccessSite& site = context.block->kernel->sites[counter];
  maps.has_atomics = maps.has_atomics || site.kind == AccessSite::Kind::global_atomic ||
                     site.kind == AccessSite::Kind::global_reduction;
  cache.begin = allocation.address;
  cache.end = allocation.address + allocation.size_bytes;
  cache.host = allocation.host;
  cache.read_sectors = maps.read.data();
  cache.written_sectors = footprint.written(maps, site.reduction);
  cache.undo = maps.undo;
  cache.saved = maps.undo == nullptr ? nullptr : maps.undo->chunks.data();
  cache.shift = maps.shift;
  cache.bias = maps.bias;
}

bool is_inside(const AccessCache& cache, std::uint64_t address, std::uint32_t size_bytes) {
  return address >= cache.begin && address < cache.end && cache.end - address >= size_bytes;
}

}  // namespace

void count_constant(WarpContext& context, std::uint32_t counter, const LaneAddresses& addresses,
                    std::uint32_t size_bytes) {
  constexpr std::uint32_t kMostAtOnceBytes = 8;
  const std::uint32_t parts = size_bytes > kMostAtOnceBytes ? size_bytes / kMostAtOnceBytes : 1;
  AccessCounters& counters = context.access_counters[counter];
  const std::uint32_t distinct = count_distinct_addresses(addresses, context.active);
  counters.units += std::uint64_t{parts} * distinct;
  if (distinct > 0) counters.units_ideal += std::uint64_t{parts} * (distinct - 1);
}

void remember_allocation(WarpContext& context, std::uint32_t counter, std::uint64_t address) {
  const memory::Allocation* allocation = context.block->memory->find(address);
  if (allocation != nullptr) remember(context, counter, *allocation);
}

namespace {

// All 32 lanes active and all inside the cached allocation: no lane needs to be looked at on its
// own for the checks.
bool resolve_inside_cache(const AccessCache& cache, const LaneAddresses& addresses,
                          std::uint32_t size_bytes, bool is_store, LaneHosts& hosts) {
  std::uint64_t lowest = addresses[0], highest = addresses[0], all_bits = 0;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    lowest = std::min(lowest, addresses[lane]);
    highest = std::max(highest, addresses[lane]);
    all_bits |= addresses[lane];
  }
  if (lowest < cache.begin || !is_inside(cache, highest, size_bytes) ||
      (all_bits & (size_bytes - 1)) != 0)
    return false;
  std::uint64_t* sectors = is_store ? cache.written_sectors : cache.read_sectors;
  const std::uint32_t shift = cache.shift;
  const std::uint64_t element = element_bits(shift, size_bytes);
  constexpr std::uint64_t kNearBytes = std::uint64_t{kWarpSize} * 2048;
  if (highest - lowest > kNearBytes) {
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      const std::uint64_t offset = addresses[lane] - cache.begin;
      hosts[lane] = cache.host + offset;
      __builtin_prefetch(hosts[lane]);
      mark_element(sectors, shift, offset + cache.bias, element);
    }
    return true;
  }
  // Neighbouring lanes mostly share a word of the bitmap; gathering its bits first avoids waiting
  // for each update.
  const std::uint64_t origin = cache.begin - cache.bias;
  std::uint64_t word = (addresses[0] - origin) >> shift >> 6, bits = 0;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    const std::uint64_t at = (addresses[lane] - origin) >> shift;
    hosts[lane] = cache.host + (addresses[lane] - cache.begin);
    if (at >> 6 != word) {
      sectors[word] |= bits;
      word = at >> 6;
      bits = 0;
    }
    bits |= element << (at & 63);
  }
  sectors[word] |= bits;
  return true;
}

// All lanes' bytes in the cached allocation, before they are overwritten.
bool save_lanes(WarpContext& context, const Operation* operation, const AccessCache& cache,
                const LaneAddresses& addresses, std::uint32_t size_bytes) {
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    const std::uint64_t offset = addresses[lane] - cache.begin;
    if (!is_saved(cache.saved, offset, size_bytes) &&
        !save_for_undo(context, operation, 1u << lane, *cache.undo, offset, size_bytes))
      return false;
  }
  return true;
}

}  // namespace

bool resolve_global(WarpContext& context, const Operation* operation, std::uint32_t counter,
                    const LaneAddresses& addresses, std::uint32_t size_bytes, bool is_store,
                    LaneHosts& hosts) {
  const std::uint32_t mask = context.active;
  if (mask == 0) return true;
  AccessCache& cache = context.access_cache[counter];
  if (mask == kFullMask && resolve_inside_cache(cache, addresses, size_bytes, is_store, hosts)) {
    if (is_store && cache.undo != nullptr &&
        !save_lanes(context, operation, cache, addresses, size_bytes))
      return false;
    note_global(context, *operation, counter, addresses, mask, size_bytes, is_store, hosts);
    return true;
  }
  std::uint32_t outside = 0;
  std::uint64_t all_bits = 0;
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const std::uint32_t lane = first_lane(rest);
    const std::uint64_t address = addresses[lane];
    all_bits |= address;
    if (!is_inside(cache, address, size_bytes)) {
      const memory::Allocation* allocation = context.block->memory->find(address);
      if (allocation == nullptr ||
          allocation->address + allocation->size_bytes - address < size_bytes) {
        outside |= 1u << lane;
        continue;
      }
      remember(context, counter, *allocation);
    }
    const std::uint64_t offset = address - cache.begin;
    hosts[lane] = cache.host + offset;
    mark_bytes(is_store ? cache.written_sectors : cache.read_sectors, cache.shift,
               offset + cache.bias, size_bytes);
    if (is_store && cache.undo != nullptr &&
        !save_for_undo(context, operation, 1u << lane, *cache.undo, offset, size_bytes))
      return false;
  }
  if ((all_bits & (size_bytes - 1)) != 0) {
    const std::uint32_t lanes = misaligned_lanes(addresses, mask, size_bytes);
    return raise_misaligned(context, operation, lanes, addresses[first_lane(lanes)], size_bytes,
                            is_store);
  }
  if (outside != 0)
    return raise_outside(context, operation, outside, addresses[first_lane(outside)], size_bytes,
                         is_store);
  note_global(context, *operation, counter, addresses, mask, size_bytes, is_store, hosts);
  return true;
}

bool resolve_constant(WarpContext& context, const Operation* operation, std::uint32_t counter,
                      const LaneAddresses& addresses, std::uint32_t size_bytes, LaneHosts& hosts) {
  AccessCounters& counters = context.access_counters[counter];
  const AccessCounters before = counters;
  if (!resolve_global(context, operation, counter, addresses, size_bytes, false, hosts))
    return false;
  counters.units = before.units;
  counters.units_ideal = before.units_ideal;
  const Pieces pieces = Pieces::unpack(operation->target);
  for (std::uint32_t k = 0; k < pieces.count; ++k)
    count_constant(context, counter, addresses, pieces.pieces[k].size_bytes);
  return true;
}

}  // namespace warpscope::exec
