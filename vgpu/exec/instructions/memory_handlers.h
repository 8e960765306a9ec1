// Loads and stores for the active lanes, by state space.
#pragma once

#include <cstring>

#include "vgpu/exec/access/footprint.h"
#include "vgpu/exec/access/resolve.h"
#include "vgpu/exec/machine/block.h"

namespace warpscope::exec::memory_access {

/// Lane addresses of an operation whose address register (slot a) has elements of type A.
template <typename A>
inline void lane_addresses(WarpContext& c, const Operation* op, LaneAddresses& addresses) {
  const A* base = c.at<A>(op->a);
  const auto offset = static_cast<std::uint64_t>(op->immediate);
#pragma GCC ivdep
  for (std::uint32_t i = 0; i < kWarpSize; ++i) addresses[i] = base[i] + offset;
}

template <typename A>
inline void lane_offsets(WarpContext& c, const Operation* op, LaneOffsets& offsets) {
  const A* base = c.at<A>(op->a);
  const auto offset = static_cast<std::uint32_t>(op->immediate);
#pragma GCC ivdep
  for (std::uint32_t i = 0; i < kWarpSize; ++i)
    offsets[i] = static_cast<std::uint32_t>(base[i]) + offset;
}

/// Moves elements of type M between the lanes' host addresses and registers of type R; extra[k] is
/// element k's register.
template <typename M, typename R, int V>
inline void load_lanes(WarpContext& c, const Operation* op, const LaneHosts& hosts) {
  if constexpr (V == 1) {
    if (c.is_full()) {
      R* d = c.at<R>(op->extra[0]);
      for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
        M element;
        std::memcpy(&element, hosts[lane], sizeof element);
        d[lane] = static_cast<R>(element);
      }
      return;
    }
  }
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    M elements[V];
    std::memcpy(elements, hosts[lane], sizeof elements);
    for (int k = 0; k < V; ++k) {
      if (op->extra[k] != kNoSlot) c.at<R>(op->extra[k])[lane] = static_cast<R>(elements[k]);
    }
  }
}

template <typename M, typename R, int V>
inline void store_lanes(WarpContext& c, const Operation* op, const LaneHosts& hosts) {
  if constexpr (V == 1) {
    if (c.is_full()) {
      const R* a = c.at<R>(op->extra[0]);
      for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
        const auto element = static_cast<M>(a[lane]);
        std::memcpy(hosts[lane], &element, sizeof element);
      }
      return;
    }
  }
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    M elements[V];
    for (int k = 0; k < V; ++k) elements[k] = static_cast<M>(c.at<R>(op->extra[k])[lane]);
    std::memcpy(hosts[lane], elements, sizeof elements);
  }
}

/// True when all lanes are active, address consecutive elements of `size_bytes` and lie in the
/// cached allocation. That is what good kernels do, so it gets the short way.
inline bool is_contiguous(const WarpContext& c, const AccessCache& cache,
                          const LaneAddresses& addresses, std::uint32_t size_bytes) {
  const std::uint64_t first = addresses[0];
  std::uint64_t different = 0;
#pragma GCC ivdep
  for (std::uint32_t i = 0; i < kWarpSize; ++i)
    different |= addresses[i] ^ (first + std::uint64_t{i} * size_bytes);
  return c.is_full() && different == 0 && (first & (size_bytes - 1)) == 0 && first >= cache.begin &&
         first < cache.end && cache.end - first >= std::uint64_t{kWarpSize} * size_bytes;
}

inline void count_contiguous(AccessCounters& counters, std::uint64_t first, std::uint64_t bytes) {
  ++counters.instructions;
  ++counters.requests;
  counters.units += ((first + bytes - 1) >> 5) - (first >> 5) + 1;
  counters.units_ideal += bytes / 32 + (bytes % 32 != 0 ? 1 : 0);
  counters.bytes += bytes;
}

inline constexpr std::uint32_t kWholePiece = 1;  ///< low bits of Operation::target: one request

template <typename M, typename R, int V>
const Operation* load_global(WarpContext& c, const Operation* op) {
  constexpr std::uint32_t kSize = sizeof(M) * V;
  alignas(64) LaneAddresses addresses;
  lane_addresses<std::uint64_t>(c, op, addresses);
  const AccessCache& cache = c.access_cache[op->counter];
  if ((op->target & 15) == kWholePiece && op->c == kNoSlot &&
      is_contiguous(c, cache, addresses, kSize)) {
    constexpr std::uint64_t kBytes = std::uint64_t{kWarpSize} * kSize;
    const std::uint64_t offset = addresses[0] - cache.begin;
    count_contiguous(c.access_counters[op->counter], addresses[0], kBytes);
    set_bits(cache.read_sectors, offset >> 5, ((offset + kBytes - 1) >> 5) - (offset >> 5) + 1);
    const std::byte* host = cache.host + offset;
    for (int k = 0; k < V; ++k) {
      if (op->extra[k] == kNoSlot) continue;
      R* d = c.at<R>(op->extra[k]);
      M elements[kWarpSize * V];
      std::memcpy(elements, host, sizeof elements);
      for (std::uint32_t i = 0; i < kWarpSize; ++i)
        d[i] = static_cast<R>(elements[i * V + static_cast<std::uint32_t>(k)]);
    }
    return op + 1;
  }
  LaneHosts hosts;
  if (!resolve_global(c, op, op->counter, addresses, kSize, false, hosts)) return nullptr;
  load_lanes<M, R, V>(c, op, hosts);
  return op + 1;
}

template <typename M, typename R, int V>
const Operation* store_global(WarpContext& c, const Operation* op) {
  constexpr std::uint32_t kSize = sizeof(M) * V;
  alignas(64) LaneAddresses addresses;
  lane_addresses<std::uint64_t>(c, op, addresses);
  const AccessCache& cache = c.access_cache[op->counter];
  if (is_contiguous(c, cache, addresses, kSize)) {
    constexpr std::uint64_t kBytes = std::uint64_t{kWarpSize} * kSize;
    const std::uint64_t offset = addresses[0] - cache.begin;
    count_contiguous(c.access_counters[op->counter], addresses[0], kBytes);
    set_bits(cache.written_sectors, offset >> 5, ((offset + kBytes - 1) >> 5) - (offset >> 5) + 1);
    M elements[kWarpSize * V];
    for (int k = 0; k < V; ++k) {
      const R* a = c.at<R>(op->extra[k]);
      for (std::uint32_t i = 0; i < kWarpSize; ++i)
        elements[i * V + static_cast<std::uint32_t>(k)] = static_cast<M>(a[i]);
    }
    std::memcpy(cache.host + offset, elements, sizeof elements);
    return op + 1;
  }
  LaneHosts hosts;
  if (!resolve_global(c, op, op->counter, addresses, kSize, true, hosts)) return nullptr;
  store_lanes<M, R, V>(c, op, hosts);
  return op + 1;
}

template <typename A, typename M, typename R, int V, bool kStore>
const Operation* access_shared(WarpContext& c, const Operation* op) {
  alignas(64) LaneOffsets offsets;
  lane_offsets<A>(c, op, offsets);
  LaneHosts hosts;
  if (!resolve_shared(c, op, op->counter, offsets, sizeof(M) * V, kStore, hosts)) return nullptr;
  kStore ? store_lanes<M, R, V>(c, op, hosts) : load_lanes<M, R, V>(c, op, hosts);
  return op + 1;
}

template <typename A, typename M, typename R, int V, bool kStore>
const Operation* access_local(WarpContext& c, const Operation* op) {
  alignas(64) LaneAddresses offsets;
  lane_addresses<A>(c, op, offsets);
  LaneHosts hosts;
  if (!resolve_local(c, op, op->counter, offsets, sizeof(M) * V, kStore, hosts)) return nullptr;
  kStore ? store_lanes<M, R, V>(c, op, hosts) : load_lanes<M, R, V>(c, op, hosts);
  return op + 1;
}

template <typename M, typename R, int V, bool kStore>
const Operation* access_generic(WarpContext& c, const Operation* op) {
  alignas(64) LaneAddresses addresses;
  lane_addresses<std::uint64_t>(c, op, addresses);
  LaneHosts hosts;
  if (!resolve_generic(c, op, op->counter, addresses, sizeof(M) * V, kStore, hosts)) return nullptr;
  kStore ? store_lanes<M, R, V>(c, op, hosts) : load_lanes<M, R, V>(c, op, hosts);
  return op + 1;
}

}  // namespace warpscope::exec::memory_access
