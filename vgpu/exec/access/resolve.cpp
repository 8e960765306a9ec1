// Addresses of shared, local and parameter memory, and generic ones.
#include "vgpu/exec/access/resolve.h"

#include <algorithm>
#include <string>
#include <type_traits>

#include "vgpu/exec/access/access_faults.h"
#include "vgpu/exec/access/observers.h"
#include "vgpu/exec/machine/block.h"

namespace warpscope::exec {
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

}  // namespace

template <typename Counts>
bool resolve_shared(WarpContext& context, const Operation* operation, std::uint32_t site,
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
  if (outside != 0)
    return raise_beyond(
        context, operation, outside, offsets[first_lane(outside)], size_bytes, is_store,
        ptx::Space::shared,
        " of the block's shared memory, which has " + std::to_string(shared.size()) + " bytes.");
  const SharedAccess access{
      {*operation, site, mask, size_bytes, is_store, hosts}, offsets, is_generic};
  return PrivateObservers<Counts>::tell(context, access);
}

template bool resolve_shared<AccessCounts>(WarpContext&, const Operation*, std::uint32_t,
                                           const LaneOffsets&, std::uint32_t, bool, LaneHosts&,
                                           bool);
template bool resolve_shared<AtomicCounts>(WarpContext&, const Operation*, std::uint32_t,
                                           const LaneOffsets&, std::uint32_t, bool, LaneHosts&,
                                           bool);
template bool resolve_shared<TileCounts>(WarpContext&, const Operation*, std::uint32_t,
                                         const LaneOffsets&, std::uint32_t, bool, LaneHosts&, bool);
template bool resolve_shared<CopyStoreCounts>(WarpContext&, const Operation*, std::uint32_t,
                                              const LaneOffsets&, std::uint32_t, bool, LaneHosts&,
                                              bool);

bool resolve_local(WarpContext& context, const Operation* operation, std::uint32_t site,
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
  if (outside != 0)
    return raise_beyond(
        context, operation, outside, offsets[first_lane(outside)], size_bytes, is_store,
        ptx::Space::local,
        " of the thread's local memory, which has " + std::to_string(local_bytes) + " bytes.");
  const LocalAccess access{
      {*operation, site, mask, size_bytes, is_store, hosts}, offsets, is_generic};
  return PrivateObservers<AccessCounts>::tell(context, access);
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
  return raise_beyond(context, operation, outside, offsets[first_lane(outside)], size_bytes,
                      is_store, ptx::Space::param,
                      std::string(" of the kernel's parameters, which ") +
                          (is_store ? "cannot be written."
                                    : "have " + std::to_string(parameters.size()) + " bytes."));
}

namespace {

// What an atomic with generic addresses adds to those on shared memory, by whose pipe it goes. One
// that is a loop there tries an instruction for global memory first.
void count_generic_atomic(WarpContext& context, const Operation& operation, std::uint32_t site,
                          bool has_shared_lanes, std::uint32_t size_bytes) {
  AccessCounters& atomics = context.access_counters[site];
  if (is_loop(operation.atomic.how)) {
    atomics.wavefronts() += size_bytes / 4;  // one of 16 bits is the same loop everywhere
    atomics.instructions += size_bytes / 8;
  } else if (!has_shared_lanes) {
    ++atomics.wavefronts();
  }
}

}  // namespace

template <typename Counts>
bool resolve_generic(WarpContext& context, const Operation* operation, std::uint32_t site,
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
    is_good =
        resolve_global<Counts>(context, operation, site, addresses, size_bytes, is_store, hosts);
  }
  if (is_good && shared != 0) {
    LaneOffsets offsets;
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
      offsets[lane] = static_cast<std::uint32_t>(addresses[lane] - memory::kSharedWindowBase);
    context.active = shared;
    is_good = resolve_shared<Counts>(context, operation, site + 1, offsets, size_bytes, is_store,
                                     hosts, true);
  }
  if constexpr (std::is_same_v<Counts, AtomicCounts>) {
    if (is_good) count_generic_atomic(context, *operation, site + 1, shared != 0, size_bytes);
  }
  if (is_good && local != 0) {
    LaneAddresses offsets;
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
      offsets[lane] = addresses[lane] - memory::kLocalWindowBase;
    context.active = local;
    is_good =
        resolve_local(context, operation, site + 2, offsets, size_bytes, is_store, hosts, true);
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

template bool resolve_generic<AccessCounts>(WarpContext&, const Operation*, std::uint32_t,
                                            const LaneAddresses&, std::uint32_t, bool, LaneHosts&);
template bool resolve_generic<AtomicCounts>(WarpContext&, const Operation*, std::uint32_t,
                                            const LaneAddresses&, std::uint32_t, bool, LaneHosts&);

}  // namespace warpscope::exec
