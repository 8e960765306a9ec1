// Sizes of values in the stores.
#pragma once

#include <cstdint>

#include "vgpu/counting/warp_size.h"
#include "vgpu/ptx/types.h"

namespace warpscope::exec {

/// Registers and param variables of a function, for a warp: 512 Ki registers of 64 bits. A Slot
/// holds offsets below 1 GiB.
inline constexpr std::uint32_t kMostFrameBytes = std::uint32_t{128} << 20;

/// Local memory of a thread: CUDA Programming Guide, "Technical Specifications per Compute
/// Capability".
inline constexpr std::uint64_t kMostLocalBytes = std::uint64_t{512} << 10;

constexpr std::uint32_t align(std::uint32_t offset, std::uint32_t alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}

/// Bytes of one lane of a register of that type; 8-bit registers live in 16-bit lanes.
inline std::uint32_t lane_bytes_of(ptx::Type type) {
  const std::uint32_t bytes = ptx::size_bytes(type);
  return bytes < 2 ? 2 : bytes;
}

}  // namespace warpscope::exec
