// What observers of accesses are told: an access of a warp that has been resolved and checked, and
// is not made yet. observers.h says who they are.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "vgpu/counting/atomic_sectors.h"
#include "vgpu/counting/bank_conflicts.h"
#include "vgpu/counting/image_sectors.h"
#include "vgpu/counting/sectors.h"
#include "vgpu/exec/footprint/access_cache.h"
#include "vgpu/exec/footprint/footprint.h"
#include "vgpu/exec/machine/warp.h"
#include "vgpu/exec/observation/access_event.h"
#include "vgpu/exec/program/operation.h"

namespace warpscope::exec {

/// Host address of each active lane's bytes.
using LaneHosts = std::array<std::byte*, 32>;
/// Bytes that each lane accesses; 0: none.
using LaneSizes = std::array<std::uint32_t, 32>;

/// Of 32 lanes that lie closer together, neighbours mostly share what an access touches.
inline constexpr std::uint64_t kNearBytes = std::uint64_t{32} * 2048;

/// What the state spaces have in common. Only valid while observers are told.
struct Access {
  const Operation& operation;
  std::uint32_t site;        ///< number of its counters and access cache, and of its AccessSite
  std::uint32_t lanes;       ///< not 0
  std::uint32_t size_bytes;  ///< per lane
  bool is_store;             ///< or an atomic
  const LaneHosts& hosts;
};

/// Lanes whose bytes lie in one allocation.
struct LanesOfAllocation {
  AccessCache allocation;
  std::uint32_t lanes = 0;
};

struct GlobalAccess : Access {
  const LaneAddresses& addresses;
  /// Where all lanes' bytes lie, if `parts` is empty.
  const AccessCache& allocation;
  std::span<const LanesOfAllocation> parts;
  std::uint64_t spread_bytes;  ///< from the lowest address to the highest; of 32 lanes, else 0
};

/// An atomic.
struct AtomicAccess : GlobalAccess {
  const AtomicPackets& packets;  ///< of one on 2 bytes, of the words around them
};

struct SharedAccess : Access {
  const LaneOffsets& offsets;  ///< in the block's shared memory
  bool is_generic;             ///< by an instruction with generic addresses
};

struct LocalAccess : Access {
  const LaneAddresses& offsets;  ///< in each thread's local memory
  bool is_generic;
};

/// What cp.async loads, of which each lane may take another size.
struct CopyAccess : Access {  // size_bytes: the largest, to which all are aligned
  const LaneAddresses& addresses;
  const LaneSizes& sizes_bytes;
  /// Offsets in shared memory of a copy past L1; nullptr: of one through it.
  const std::uint32_t* to;
};

/// All lanes side by side in one allocation, which handlers find out for themselves.
struct ContiguousAccess {
  const AccessCache& allocation;
  std::uint32_t site;
  std::uint64_t address;  ///< of lane 0
  std::uint64_t offset;   ///< in the allocation
  std::uint64_t bytes;    ///< of all lanes together
  bool is_store;
};

/// Neighbouring bytes that an instruction accesses for one lane: a part of an asynchronous copy.
struct RangeAccess {
  const Operation& operation;
  std::uint32_t lane;
  ptx::Space space;       ///< global or shared
  std::uint64_t address;  ///< of the device; an offset in the block's shared memory
  std::uint32_t bytes;    ///< may be 0
  bool is_store;
  std::byte* host;
  const memory::Allocation* allocation;  ///< of global memory; else nullptr
  Ordering ordering = Ordering::weak;
};

/// What lanes load from an image by a texture, or store in one by a surface, or both.
struct ImageAccess {
  const Operation& operation;
  std::uint32_t site;
  /// Several where a filter mixes them.
  std::span<const ImageElements> elements;
  std::uint32_t size_bytes;  ///< of an element
  bool is_load, is_store;
  const memory::Allocation* allocation;  ///< nullptr, and no elements: an image of no bytes
  /// Of a texture, the image in its allocation: its bytes count as read. Else 0.
  std::uint64_t image_offset, image_bytes;
};

}  // namespace warpscope::exec
