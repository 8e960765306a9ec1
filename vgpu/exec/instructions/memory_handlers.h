// Loads and stores for the active lanes, by state space.
#pragma once

#include <algorithm>
#include <cstring>

#include "vgpu/exec/access/observers.h"
#include "vgpu/exec/access/resolve.h"
#include "vgpu/exec/instructions/lanes.h"
#include "vgpu/exec/instructions/permute_line.h"
#include "vgpu/exec/machine/block.h"

namespace warpscope::exec::memory_access {

/// Lane addresses, of an address register that has elements of type A.
template <typename A>
inline void lane_addresses(WarpContext& c, Slot address, std::int64_t offset_bytes,
                           LaneAddresses& addresses) {
  const A* base = c.at<A>(address);
  const auto offset = static_cast<std::uint64_t>(offset_bytes);
#pragma GCC ivdep
  for (std::uint32_t i = 0; i < kWarpSize; ++i) addresses[i] = base[i] + offset;
}

template <typename A>
inline void lane_offsets(WarpContext& c, Slot address, std::int64_t offset_bytes,
                         LaneOffsets& offsets) {
  const A* base = c.at<A>(address);
  const auto offset = static_cast<std::uint32_t>(offset_bytes);
#pragma GCC ivdep
  for (std::uint32_t i = 0; i < kWarpSize; ++i)
    offsets[i] = static_cast<std::uint32_t>(base[i]) + offset;
}

/// 32 bytes that may lie anywhere and alias anything (GCC and Clang): what one vector instruction
/// copies. memcpy of a fixed size becomes copies of 16 bytes each.
using Bytes32 [[gnu::vector_size(32), gnu::aligned(1), gnu::may_alias]] = char;

/// Copies a warp's contiguous elements: a multiple of 32 bytes.
template <std::size_t kBytes>
inline void copy_bytes(std::byte* to, const std::byte* from) {
  static_assert(kBytes % sizeof(Bytes32) == 0);
  for (std::size_t i = 0; i < kBytes / sizeof(Bytes32); ++i)
    reinterpret_cast<Bytes32*>(to)[i] = reinterpret_cast<const Bytes32*>(from)[i];
}

/// Between 32 registers of type R and 32 contiguous elements of type M in memory.
template <typename M, typename R>
inline void load_contiguous(R* lanes, const std::byte* from) {
  if constexpr (sizeof(M) == sizeof(R)) {
    copy_bytes<sizeof(M) * kWarpSize>(reinterpret_cast<std::byte*>(lanes), from);
  } else {
    alignas(32) M elements[kWarpSize];
    copy_bytes<sizeof elements>(reinterpret_cast<std::byte*>(elements), from);
    for (std::uint32_t i = 0; i < kWarpSize; ++i) lanes[i] = static_cast<R>(elements[i]);
  }
}
template <typename M, typename R>
inline void store_contiguous(std::byte* to, const R* lanes) {
  if constexpr (sizeof(M) == sizeof(R)) {
    copy_bytes<sizeof(M) * kWarpSize>(to, reinterpret_cast<const std::byte*>(lanes));
  } else {
    alignas(32) M elements[kWarpSize];
    for (std::uint32_t i = 0; i < kWarpSize; ++i) elements[i] = static_cast<M>(lanes[i]);
    copy_bytes<sizeof elements>(to, reinterpret_cast<const std::byte*>(elements));
  }
}

/// Moves elements of type M between the lanes' host addresses and registers of type R; registers[k]
/// is element k's.
template <typename M, typename R, int V>
inline void load_lanes(WarpContext& c, const Operation* op, const LaneHosts& hosts) {
  if constexpr (V == 1) {
    if (c.is_full()) {
      R* d = c.at<R>(op->access.registers[0]);
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
      if (op->access.registers[k] != kNoSlot)
        c.at<R>(op->access.registers[k])[lane] = static_cast<R>(elements[k]);
    }
  }
}

template <typename M, typename R, int V>
inline void store_lanes(WarpContext& c, const Operation* op, const LaneHosts& hosts) {
  if constexpr (V == 1) {
    if (c.is_full()) {
      const R* a = c.at<R>(op->access.registers[0]);
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
    for (int k = 0; k < V; ++k)
      elements[k] = static_cast<M>(c.at<R>(op->access.registers[k])[lane]);
    std::memcpy(hosts[lane], elements, sizeof elements);
  }
}

/// True when all lanes are active, address consecutive elements of `size_bytes` and lie in the
/// cached allocation. That is what good kernels do, so it gets the short way. `first` is the first
/// lane's address, `lanes` hold all of them less a constant.
inline bool is_contiguous(const WarpContext& c, const AccessCache& cache,
                          const std::uint64_t* lanes, std::uint64_t first,
                          std::uint32_t size_bytes) {
  std::uint64_t different = 0;
#pragma GCC ivdep
  for (std::uint32_t i = 0; i < kWarpSize; ++i)
    different |= lanes[i] ^ (lanes[0] + std::uint64_t{i} * size_bytes);
  return c.is_full() && different == 0 && (first & (size_bytes - 1)) == 0 && first >= cache.begin &&
         first < cache.end && cache.end - first >= std::uint64_t{kWarpSize} * size_bytes;
}

/// Fetches what the operation will read next if it goes on as it did: a warp's loop mostly strides
/// further than the host's own prefetcher follows.
inline void prefetch_next(AccessCache& cache, std::uint64_t offset, std::uint64_t bytes) {
  constexpr std::uint64_t kLineBytes = 64, kStepsAhead = 3;
  const std::uint64_t next = offset + kStepsAhead * (offset - cache.last_offset);
  cache.last_offset = offset;
  if (next >= cache.end - cache.begin || cache.end - cache.begin - next < bytes) return;
  for (std::uint64_t at = 0; at < bytes; at += kLineBytes)
    __builtin_prefetch(cache.host + next + at);
}

inline constexpr std::uint32_t kWholePiece = 1;  ///< low bits of Operation::pieces: one request

/// What the short ways leave. Apart from these, so that they hand out no addresses of variables and
/// can go on to the next operation.
template <typename M, typename R, int V, bool kStore>
[[gnu::noinline]] const Operation* access_global_slowly(WarpContext& c, const Operation* op) {
  alignas(64) LaneAddresses addresses;
  lane_addresses<std::uint64_t>(c, op->a, op->access.offset, addresses);
  LaneHosts hosts;
  if (!resolve_global(c, op, op->site, addresses, sizeof(M) * V, kStore, hosts)) return nullptr;
  kStore ? store_lanes<M, R, V>(c, op, hosts) : load_lanes<M, R, V>(c, op, hosts);
  return op + 1;
}

template <typename M, typename R, int V>
const Operation* load_global(WarpContext& c, const Operation* op) {
  constexpr std::uint32_t kSize = sizeof(M) * V;
  const std::uint64_t* lanes = c.at<std::uint64_t>(op->a);
  const std::uint64_t first = lanes[0] + static_cast<std::uint64_t>(op->access.offset);
  AccessCache& cache = c.access_cache[op->site];
  if ((op->access.pieces & 15) != kWholePiece || op->access.has_other_requests ||
      !is_contiguous(c, cache, lanes, first, kSize))
    return access_global_slowly<M, R, V, false>(c, op);
  constexpr std::uint64_t kBytes = std::uint64_t{kWarpSize} * kSize;
  const std::uint64_t offset = first - cache.begin;
  ContiguousObservers::tell(c, ContiguousAccess{cache, op->site, first, offset, kBytes, false});
  prefetch_next(cache, offset, kBytes);
  const std::byte* host = cache.host + offset;
  if constexpr (V == 1) {
    load_contiguous<M>(c.at<R>(op->access.registers[0]), host);
  } else {
    for (int k = 0; k < V; ++k) {
      if (op->access.registers[k] == kNoSlot) continue;
      R* d = c.at<R>(op->access.registers[k]);
      M elements[kWarpSize * V];
      std::memcpy(elements, host, sizeof elements);
      for (std::uint32_t i = 0; i < kWarpSize; ++i)
        d[i] = static_cast<R>(elements[i * V + static_cast<std::uint32_t>(k)]);
    }
  }
  return next(c, op);
}

/// Writes a warp's contiguous elements, which begin `offset` bytes behind the allocation's start.
template <typename M, typename R, int V>
inline void write_contiguous(WarpContext& c, const Operation* op, const AccessCache& cache,
                             std::uint64_t offset) {
  constexpr std::uint64_t kBytes = std::uint64_t{kWarpSize} * sizeof(M) * V;
  ContiguousObservers::tell(
      c, ContiguousAccess{cache, op->site, cache.begin + offset, offset, kBytes, true});
  if constexpr (V == 1) {
    store_contiguous<M>(cache.host + offset, c.at<R>(op->access.registers[0]));
  } else {
    M elements[kWarpSize * V];
    for (int k = 0; k < V; ++k) {
      const R* a = c.at<R>(op->access.registers[k]);
      for (std::uint32_t i = 0; i < kWarpSize; ++i)
        elements[i * V + static_cast<std::uint32_t>(k)] = static_cast<M>(a[i]);
    }
    std::memcpy(cache.host + offset, elements, sizeof elements);
  }
}

/// Saves what is overwritten before it is, and fetches what will be saved next if the operation
/// goes on as it did.
template <typename M, typename R, int V>
[[gnu::noinline]] const Operation* save_and_write(WarpContext& c, const Operation* op,
                                                  AccessCache& cache, std::uint64_t offset) {
  constexpr std::uint64_t kChunk = UndoRegion::kChunkBytes;
  const std::uint64_t next = (offset + (offset - cache.last_offset)) / kChunk * kChunk;
  cache.last_offset = offset;
  if (next < cache.end - cache.begin && cache.end - cache.begin - next >= kChunk) {
    for (std::uint64_t at = 0; at < kChunk; at += 64) __builtin_prefetch(cache.host + next + at);
  }
  if (!save_for_undo(c, op, 1, *cache.undo, offset, std::uint64_t{kWarpSize} * sizeof(M) * V))
    return nullptr;
  write_contiguous<M, R, V>(c, op, cache, offset);
  return op + 1;
}

template <typename M, typename R, int V>
const Operation* store_global(WarpContext& c, const Operation* op) {
  constexpr std::uint32_t kSize = sizeof(M) * V;
  const std::uint64_t* lanes = c.at<std::uint64_t>(op->a);
  const std::uint64_t first = lanes[0] + static_cast<std::uint64_t>(op->access.offset);
  AccessCache& cache = c.access_cache[op->site];
  if (!is_contiguous(c, cache, lanes, first, kSize))
    return access_global_slowly<M, R, V, true>(c, op);
  const std::uint64_t offset = first - cache.begin;
  if (UndoSaves::has_to_save(
          {cache, op->site, first, offset, std::uint64_t{kWarpSize} * kSize, true}))
    return save_and_write<M, R, V>(c, op, cache, offset);
  write_contiguous<M, R, V>(c, op, cache, offset);
  return next(c, op);
}

/// What an access of all lanes counts that ptxas merges with others (rule R13): the wide one at the
/// first of them, nothing at the rest.
template <bool kStore>
[[gnu::noinline]] inline void count_merged(AccessCounters& counters, const Operation* op,
                                           const LaneOffsets& offsets, std::uint32_t size_bytes) {
  counters.bytes += std::uint64_t{kWarpSize} * size_bytes;
  const Pieces pieces = Pieces::unpack(op->access.pieces);
  if (pieces.count == 0) return;
  const Pieces::Piece piece = pieces.pieces[0];
  ++counters.instructions;
  ++counters.requests;
  std::uint32_t different = 0;
  for (std::uint32_t i = 0; i < kWarpSize; ++i) different |= offsets[i] ^ offsets[0];
  if (different == 0 && piece.size_bytes >= 8) {
    counters.wavefronts() += piece.size_bytes / (kStore ? 4 : 8);  // a row of a tile, for all lanes
    return;
  }
  alignas(64) LaneOffsets shifted;
  for (std::uint32_t i = 0; i < kWarpSize; ++i)
    shifted[i] = offsets[i] + static_cast<std::uint32_t>(piece.offset_bytes);
  const Wavefronts wavefronts = count_wavefronts(shifted, kFullMask, piece.size_bytes, !kStore);
  counters.wavefronts() += wavefronts.count;
  counters.conflicts() += wavefronts.conflicts;
}

/// An access by all lanes that is aligned and inside shared memory. False when it is not.
template <typename M, typename R, int V, bool kStore>
inline bool access_shared_whole(WarpContext& c, const Operation* op, const LaneOffsets& offsets) {
  constexpr std::uint32_t kSize = sizeof(M) * V;
  std::vector<std::byte>& shared = c.block->shared;
  std::uint32_t highest = 0, all_bits = 0, different = 0;
  for (std::uint32_t i = 0; i < kWarpSize; ++i) {
    highest = std::max(highest, offsets[i]);
    all_bits |= offsets[i];
    different |= offsets[i] ^ (offsets[0] + i * kSize);
  }
  if ((all_bits & (kSize - 1)) != 0 || std::uint64_t{highest} + kSize > shared.size()) return false;
  AccessCounters& counters = c.access_counters[op->site];
  std::byte* base = shared.data();
  if (!op->access.has_other_requests) {
    ++counters.instructions;
    ++counters.requests;
    counters.bytes += std::uint64_t{kWarpSize} * kSize;
  } else {
    count_merged<kStore>(counters, op, offsets, kSize);
  }
  if (different == 0 && V == 1 && !op->access.has_other_requests) {
    counters.wavefronts() += kSize <= 4 ? 1 : kSize / 4;
    R* lanes = c.at<R>(op->access.registers[0]);
    if constexpr (kStore) {
      store_contiguous<M>(base + offsets[0], lanes);
    } else {
      load_contiguous<M>(lanes, base + offsets[0]);
    }
    return true;
  }
  if (!op->access.has_other_requests) {
    const Wavefronts wavefronts = count_wavefronts(offsets, kFullMask, kSize, !kStore);
    counters.wavefronts() += wavefronts.count;
    counters.conflicts() += wavefronts.conflicts;
  }
  for (int k = 0; k < V; ++k) {
    if (op->access.registers[k] == kNoSlot) continue;
    R* lanes = c.at<R>(op->access.registers[k]);
    std::byte* part = base + static_cast<std::size_t>(k) * sizeof(M);
    for (std::uint32_t i = 0; i < kWarpSize; ++i) {
      M element;
      if constexpr (kStore) {
        element = static_cast<M>(lanes[i]);
        std::memcpy(part + offsets[i], &element, sizeof element);
      } else {
        std::memcpy(&element, part + offsets[i], sizeof element);
        lanes[i] = static_cast<R>(element);
      }
    }
  }
  return true;
}

template <typename A, typename M, typename R, int V, bool kStore>
[[gnu::noinline]] const Operation* access_shared_slowly(WarpContext& c, const Operation* op) {
  alignas(64) LaneOffsets offsets;
  lane_offsets<A>(c, op->a, op->access.offset, offsets);
  // Of a lone element nothing is narrowed: it is whole, or merged.
  if (c.is_full() && !op->access.is_told &&
      (V == 1 || ((op->access.pieces & 15) == kWholePiece && !op->access.has_other_requests)) &&
      access_shared_whole<M, R, V, kStore>(c, op, offsets))
    return op + 1;
  LaneHosts hosts;
  if (!resolve_shared(c, op, op->site, offsets, sizeof(M) * V, kStore, hosts)) return nullptr;
  kStore ? store_lanes<M, R, V>(c, op, hosts) : load_lanes<M, R, V>(c, op, hosts);
  return op + 1;
}

inline void count_one_wavefront(AccessCounters& counters, std::uint32_t lane_bytes) {
  ++counters.instructions;
  ++counters.requests;
  counters.bytes += std::uint64_t{kWarpSize} * lane_bytes;
  ++counters.wavefronts();
}

/// The short ways: an element of up to 4 bytes for each lane, contiguous, or a word each within one
/// 128-byte line in any order. Either takes one wavefront, because no bank has two words to give.
template <typename A, typename M, typename R, int V, bool kStore>
const Operation* access_shared(WarpContext& c, const Operation* op) {
  constexpr std::uint32_t kLineBytes = 128;
  if constexpr (V == 1 && sizeof(M) <= 4) {
    const A* base = c.at<A>(op->a);
    const auto offset = static_cast<std::uint32_t>(op->access.offset);
    const std::uint32_t first = static_cast<std::uint32_t>(base[0]) + offset;
    std::uint32_t apart = 0, different = 0;
#pragma GCC ivdep
    for (std::uint32_t i = 0; i < kWarpSize; ++i) {
      const std::uint32_t at = static_cast<std::uint32_t>(base[i]) + offset;
      apart |= at ^ first;
      different |= at ^ (first + i * static_cast<std::uint32_t>(sizeof(M)));
    }
    const bool is_plain = c.is_full() && !op->access.has_other_requests;
    const bool is_aligned = ((apart | first) & (sizeof(M) - 1)) == 0;
    const std::size_t limit = c.block->shared.size();
    std::byte* shared = c.block->shared.data();
    R* lanes = c.at<R>(op->access.registers[0]);
    if (is_plain && is_aligned && different == 0 &&
        std::uint64_t{first} + kWarpSize * sizeof(M) <= limit) {
      count_one_wavefront(c.access_counters[op->site], sizeof(M));
      if constexpr (kStore) {
        store_contiguous<M>(shared + first, lanes);
      } else {
        load_contiguous<M>(lanes, shared + first);
      }
      return next(c, op);
    }
    if constexpr (sizeof(M) == 4 && sizeof(R) == 4) {
      const std::uint32_t line = first & ~(kLineBytes - 1);
      if (c.is_full() && is_aligned && apart < kLineBytes &&
          std::uint64_t{line} + kLineBytes <= limit) {
        if (is_plain) {
          count_one_wavefront(c.access_counters[op->site], sizeof(M));
        } else {
          alignas(64) LaneOffsets offsets;
          lane_offsets<A>(c, op->a, op->access.offset, offsets);
          count_merged<kStore>(c.access_counters[op->site], op, offsets, sizeof(M));
        }
        alignas(64) std::uint32_t words[kWarpSize];
        for (std::uint32_t i = 0; i < kWarpSize; ++i)
          words[i] = (static_cast<std::uint32_t>(base[i]) + offset - line) / 4;
        if constexpr (kStore) {
          for (std::uint32_t i = 0; i < kWarpSize; ++i)
            std::memcpy(shared + line + std::size_t{words[i]} * 4, lanes + i, 4);
        } else {
          permute_line(reinterpret_cast<std::byte*>(lanes), shared + line, words);
        }
        return next(c, op);
      }
    }
  }
  return access_shared_slowly<A, M, R, V, kStore>(c, op);
}

template <typename A, typename M, typename R, int V, bool kStore>
const Operation* access_local(WarpContext& c, const Operation* op) {
  alignas(64) LaneAddresses offsets;
  lane_addresses<A>(c, op->a, op->access.offset, offsets);
  LaneHosts hosts;
  if (!resolve_local(c, op, op->site, offsets, sizeof(M) * V, kStore, hosts)) return nullptr;
  kStore ? store_lanes<M, R, V>(c, op, hosts) : load_lanes<M, R, V>(c, op, hosts);
  return op + 1;
}

template <typename M, typename R, int V, bool kStore>
const Operation* access_generic(WarpContext& c, const Operation* op) {
  alignas(64) LaneAddresses addresses;
  lane_addresses<std::uint64_t>(c, op->a, op->access.offset, addresses);
  LaneHosts hosts;
  if (!resolve_generic(c, op, op->site, addresses, sizeof(M) * V, kStore, hosts)) return nullptr;
  kStore ? store_lanes<M, R, V>(c, op, hosts) : load_lanes<M, R, V>(c, op, hosts);
  return op + 1;
}

}  // namespace warpscope::exec::memory_access
