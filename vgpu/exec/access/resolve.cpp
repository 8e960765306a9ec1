#include "vgpu/exec/access/resolve.h"

#include <algorithm>
#include <bit>
#include <string>

#include "vgpu/exec/access/global_counts.h"
#include "vgpu/exec/access/l1_requests.h"
#include "vgpu/exec/access/report.h"
#include "vgpu/exec/base/text.h"
#include "vgpu/exec/footprint/access_cache.h"
#include "vgpu/exec/footprint/footprint.h"
#include "vgpu/exec/machine/block.h"
#include "vgpu/exec/program/kernel.h"

namespace warpscope::exec {
namespace {

std::uint32_t first_lane(std::uint32_t mask) {
  return static_cast<std::uint32_t>(std::countr_zero(mask));
}

// Lanes whose address is not a multiple of the size.
std::uint32_t misaligned_lanes(const LaneAddresses& addresses, std::uint32_t mask,
                               std::uint32_t size_bytes) {
  std::uint32_t lanes = 0;
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    if ((addresses[first_lane(rest)] & (size_bytes - 1)) != 0) lanes |= rest & (~rest + 1);
  }
  return lanes;
}

bool raise_misaligned(WarpContext& context, const Operation* operation, std::uint32_t lanes,
                      std::uint64_t address, std::uint32_t size_bytes, bool is_store) {
  raise(context, operation, Fault::Kind::misaligned_address, lanes,
        std::string(is_store ? "A store" : "A load") + " of " + std::to_string(size_bytes) +
            " bytes at address " + hexadecimal(address) + ", which is not a multiple of " +
            std::to_string(size_bytes) + ".",
        address, size_bytes, is_store);
  return false;
}

bool raise_outside(WarpContext& context, const Operation* operation, std::uint32_t lanes,
                   std::uint64_t address, std::uint32_t size_bytes, bool is_store) {
  // A wrong index may lead out of the device's range; the host's addresses are further away.
  constexpr std::uint64_t kNear = std::uint64_t{1} << 40;
  const bool in_device_range = address >= memory::kGlobalBase - kNear &&
                               address < memory::kGlobalBase + memory::kGlobalRangeBytes + kNear;
  constexpr std::uint64_t kLowest = 1 << 16;  // below are null pointers and offsets from them
  const bool is_host = !in_device_range && address >= kLowest;
  const std::string what = std::string(is_store ? "A store" : "A load") + " of " +
                           std::to_string(size_bytes) + " bytes ";
  // The host's addresses differ from run to run; a report does not, so it leaves them out.
  raise(
      context, operation, is_host ? Fault::Kind::host_pointer : Fault::Kind::out_of_bounds, lanes,
      what + (is_host ? "through an address that is none of the device's; it looks like a pointer "
                        "to host memory."
                      : "at address " + hexadecimal(address) + ", which lies in no allocation."),
      address, size_bytes, is_store);
  return false;
}

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

// What a global access that is counted does to L1. The access cache forgets its allocation, so that
// the next access comes this way, too.
void go_through_l1(WarpContext& context, const Operation& operation, std::uint32_t counter,
                   const LaneAddresses& addresses, std::uint32_t mask, std::uint32_t size_bytes) {
  context.access_cache[counter] = {};
  const AccessSite& site = context.block->kernel->sites[counter];
  if (site.kind == AccessSite::Kind::global_store)
    return store_through_l1(context, addresses, mask, size_bytes, false);
  if (site.kind == AccessSite::Kind::global_atomic ||
      site.kind == AccessSite::Kind::global_reduction)
    return store_through_l1(context, addresses, mask, size_bytes, true);
  if (site.kind != AccessSite::Kind::global_load) return;
  const Pieces pieces = Pieces::unpack(operation.target);
  for (std::uint32_t k = 0; k < pieces.count; ++k) {
    LaneAddresses shifted;
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
      shifted[lane] = addresses[lane] + pieces.pieces[k].offset_bytes;
    load_through_l1(context, counter, shifted, mask, pieces.pieces[k].size_bytes, site.l1_use);
  }
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
    count_global(context, counter, *operation, addresses, mask, size_bytes);
    if (context.block->observer != nullptr)
      report_access(context, *operation, counter, ptx::Space::global, addresses, mask, size_bytes,
                    is_store, hosts);
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
  count_global(context, counter, *operation, addresses, mask, size_bytes);
  if (context.block->l1 != nullptr)
    go_through_l1(context, *operation, counter, addresses, mask, size_bytes);
  if (context.block->observer != nullptr)
    report_access(context, *operation, counter, ptx::Space::global, addresses, mask, size_bytes,
                  is_store, hosts);
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

namespace {

// All 32 offsets are aligned and inside `limit` bytes.
bool are_inside(const LaneOffsets& offsets, std::uint32_t size_bytes, std::size_t limit) {
  std::uint32_t highest = 0, all_bits = 0;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    highest = std::max(highest, offsets[lane]);
    all_bits |= offsets[lane];
  }
  return (all_bits & (size_bytes - 1)) == 0 && std::uint64_t{highest} + size_bytes <= limit;
}

// An atomic on shared memory that is no loop; those count by what they do, count_shared_loop().
void count_atomic(WarpContext& context, const Operation& operation, std::uint32_t counter,
                  const LaneOffsets& offsets, std::uint32_t size_bytes) {
  const auto how = static_cast<SharedAtomic>(operation.reconverge);
  if (is_loop(how)) return;
  const SharedAtomicCounts counts =
      count_shared_atomic(how, offsets, counted_lanes(operation, context.active), size_bytes);
  AccessCounters& atomics = context.access_counters[counter];
  atomics.instructions += counts.atomics;
  atomics.requests += counts.atomics;
  atomics.units += counts.atomic.count;
  atomics.units_ideal += counts.atomic.conflicts;
}

}  // namespace

bool resolve_shared(WarpContext& context, const Operation* operation, std::uint32_t counter,
                    const LaneOffsets& offsets, std::uint32_t size_bytes, bool is_store,
                    LaneHosts& hosts, bool is_generic) {
  const std::uint32_t mask = context.active;
  if (mask == 0) return true;
  std::vector<std::byte>& shared = context.block->shared;
  std::uint32_t outside = 0, misaligned = 0;
  const bool are_all_good = mask == kFullMask && are_inside(offsets, size_bytes, shared.size());
  if (are_all_good) {
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
      hosts[lane] = shared.data() + offsets[lane];
  }
  for (std::uint32_t rest = are_all_good ? 0 : mask; rest != 0; rest &= rest - 1) {
    const std::uint32_t lane = first_lane(rest);
    const std::uint32_t offset = offsets[lane];
    if ((offset & (size_bytes - 1)) != 0) misaligned |= 1u << lane;
    if (std::uint64_t{offset} + size_bytes > shared.size()) {
      outside |= 1u << lane;
    } else {
      hosts[lane] = shared.data() + offset;
    }
  }
  if (misaligned != 0)
    return raise_misaligned(context, operation, misaligned, offsets[first_lane(misaligned)],
                            size_bytes, is_store);
  if (outside != 0) {
    const std::uint32_t offset = offsets[first_lane(outside)];
    raise(context, operation, Fault::Kind::out_of_bounds, outside,
          std::string(is_store ? "A store" : "A load") + " of " + std::to_string(size_bytes) +
              " bytes at offset " + std::to_string(offset) +
              " of the block's shared memory, which has " + std::to_string(shared.size()) +
              " bytes.",
          offset, size_bytes, is_store);
    context.block->fault->space = ptx::Space::shared;
    return false;
  }
  if (context.block->observer != nullptr)
    report_shared_access(context, *operation, counter, offsets, mask, size_bytes, is_store, hosts);
  if (operation->reconverge != 0) {
    count_atomic(context, *operation, counter, offsets, size_bytes);
    return true;
  }
  AccessCounters& counters = context.access_counters[counter];
  const Pieces pieces = Pieces::unpack(operation->target);
  if (!is_generic) counters.instructions += pieces.count;
  counters.requests += pieces.count;
  counters.bytes += static_cast<std::uint64_t>(std::popcount(mask)) * size_bytes;
  for (std::uint32_t k = 0; k < pieces.count; ++k) {
    const Pieces::Piece piece = pieces.pieces[k];
    alignas(64) LaneOffsets shifted;
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
      shifted[lane] = offsets[lane] + piece.offset_bytes;
    const Wavefronts wavefronts =
        count_wavefronts(shifted, mask, piece.size_bytes, !is_store && !is_generic);
    counters.units += wavefronts.count;
    counters.units_ideal += wavefronts.conflicts;
  }
  return true;
}

bool resolve_local(WarpContext& context, const Operation* operation, std::uint32_t counter,
                   const LaneAddresses& offsets, std::uint32_t size_bytes, bool is_store,
                   LaneHosts& hosts, bool is_generic) {
  const std::uint32_t mask = context.active;
  if (mask == 0) return true;
  const std::uint64_t local_bytes = context.block->local_bytes;
  std::uint32_t outside = 0;
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const std::uint32_t lane = first_lane(rest);
    const std::uint64_t offset = offsets[lane];
    if (offset >= local_bytes || local_bytes - offset < size_bytes) {
      outside |= 1u << lane;
    } else {
      hosts[lane] = context.local + lane * local_bytes + offset;
      if (is_store) context.local_written = std::max(context.local_written, offset + size_bytes);
    }
  }
  if (const std::uint32_t lanes = misaligned_lanes(offsets, mask, size_bytes); lanes != 0)
    return raise_misaligned(context, operation, lanes, offsets[first_lane(lanes)], size_bytes,
                            is_store);
  if (outside != 0) {
    const std::uint64_t offset = offsets[first_lane(outside)];
    raise(context, operation, Fault::Kind::out_of_bounds, outside,
          std::string(is_store ? "A store" : "A load") + " of " + std::to_string(size_bytes) +
              " bytes at offset " + std::to_string(offset) +
              " of the thread's local memory, which has " + std::to_string(local_bytes) + " bytes.",
          offset, size_bytes, is_store);
    context.block->fault->space = ptx::Space::local;
    return false;
  }
  if (context.block->observer != nullptr)
    report_access(context, *operation, counter, ptx::Space::local, offsets, mask, size_bytes,
                  is_store, hosts);
  AccessCounters& counters = context.access_counters[counter];
  const Pieces pieces = Pieces::unpack(operation->target);
  if (!is_generic) counters.instructions += pieces.count;
  for (std::uint32_t k = 0; k < pieces.count; ++k) {
    const Pieces::Piece piece = pieces.pieces[k];
    alignas(64) LaneAddresses shifted;
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
      shifted[lane] = offsets[lane] + piece.offset_bytes;
    counters.units += count_local_sectors(shifted, mask, piece.size_bytes);
    if (context.block->l1 != nullptr)
      access_local_through_l1(context, counter, shifted, piece.size_bytes, is_store);
  }
  return true;
}

bool resolve_parameter(WarpContext& context, const Operation* operation,
                       const LaneAddresses& offsets, std::uint32_t size_bytes, bool is_store,
                       LaneHosts& hosts) {
  const std::uint32_t mask = context.active;
  if (mask == 0) return true;
  const std::span<const std::byte> parameters = context.block->configuration->parameters;
  std::uint32_t outside = 0;
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const std::uint32_t lane = first_lane(rest);
    const std::uint64_t offset = offsets[lane];
    if (is_store || offset >= parameters.size() || parameters.size() - offset < size_bytes) {
      outside |= 1u << lane;
    } else {
      hosts[lane] = const_cast<std::byte*>(parameters.data()) + offset;  // only read
    }
  }
  if (const std::uint32_t lanes = misaligned_lanes(offsets, mask, size_bytes); lanes != 0)
    return raise_misaligned(context, operation, lanes, offsets[first_lane(lanes)], size_bytes,
                            is_store);
  if (outside == 0) return true;
  const std::uint64_t offset = offsets[first_lane(outside)];
  raise(context, operation, Fault::Kind::out_of_bounds, outside,
        std::string(is_store ? "A store" : "A load") + " of " + std::to_string(size_bytes) +
            " bytes at offset " + std::to_string(offset) + " of the kernel's parameters, which " +
            (is_store ? "cannot be written."
                      : "have " + std::to_string(parameters.size()) + " bytes."),
        offset, size_bytes, is_store);
  context.block->fault->space = ptx::Space::param;
  return false;
}

namespace {

// What an atomic with generic addresses adds to those on shared memory, by whose pipe it goes. One
// that is a loop there tries an instruction for global memory first.
void count_generic_atomic(WarpContext& context, const Operation& operation, std::uint32_t counter,
                          bool has_shared_lanes, std::uint32_t size_bytes) {
  AccessCounters& atomics = context.access_counters[counter];
  if (is_loop(static_cast<SharedAtomic>(operation.reconverge))) {
    atomics.units += size_bytes / 4;  // one of 16 bits is the same loop everywhere
    atomics.instructions += size_bytes / 8;
  } else if (!has_shared_lanes) {
    ++atomics.units;
  }
}

}  // namespace

bool resolve_generic(WarpContext& context, const Operation* operation, std::uint32_t counter,
                     const LaneAddresses& addresses, std::uint32_t size_bytes, bool is_store,
                     LaneHosts& hosts) {
  const std::uint32_t whole = context.active;
  std::uint32_t shared = 0, local = 0, parameter = 0;
  for (std::uint32_t rest = whole; rest != 0; rest &= rest - 1) {
    const std::uint32_t lane = first_lane(rest);
    if (addresses[lane] - memory::kSharedWindowBase < memory::kWindowBytes) shared |= 1u << lane;
    if (addresses[lane] - memory::kLocalWindowBase < memory::kWindowBytes) local |= 1u << lane;
    if (addresses[lane] - memory::kParameterWindowBase < memory::kWindowBytes)
      parameter |= 1u << lane;
  }
  const std::uint32_t global = whole & ~shared & ~local & ~parameter;
  bool is_good = true;
  if (global != 0) {
    context.active = global;
    is_good = resolve_global(context, operation, counter, addresses, size_bytes, is_store, hosts);
  }
  if (is_good && shared != 0) {
    LaneOffsets offsets;
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
      offsets[lane] = static_cast<std::uint32_t>(addresses[lane] - memory::kSharedWindowBase);
    context.active = shared;
    is_good =
        resolve_shared(context, operation, counter + 1, offsets, size_bytes, is_store, hosts, true);
  }
  if (is_good && operation->reconverge != 0)
    count_generic_atomic(context, *operation, counter + 1, shared != 0, size_bytes);
  if (is_good && local != 0) {
    LaneAddresses offsets;
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
      offsets[lane] = addresses[lane] - memory::kLocalWindowBase;
    context.active = local;
    is_good =
        resolve_local(context, operation, counter + 2, offsets, size_bytes, is_store, hosts, true);
  }
  if (is_good && parameter != 0) {
    LaneAddresses offsets;
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
      offsets[lane] = addresses[lane] - memory::kParameterWindowBase;
    context.active = parameter;
    is_good = resolve_parameter(context, operation, offsets, size_bytes, is_store, hosts);
  }
  context.active = whole;
  return is_good;
}

}  // namespace warpscope::exec
