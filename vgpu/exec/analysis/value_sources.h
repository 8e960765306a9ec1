// What the registers of a kernel are made of.
#pragma once

#include <cstdint>
#include <vector>

#include "vgpu/ptx/module.h"

namespace warpscope::exec {

/// A set of bits.
struct ValueSource {
  static constexpr std::uint32_t kThread = 1;  ///< the thread's number in its block, or its lane
  static constexpr std::uint32_t kBlock = 2;   ///< the block's number
  static constexpr std::uint32_t kData = 4;    ///< memory, or other threads
  static constexpr std::uint32_t kUnknown = 8;
  static constexpr std::uint32_t kX = 16, kY = 32, kZ = 64;  ///< direction of kThread and kBlock
  static constexpr std::uint32_t kPlace = kThread | kBlock;
  static constexpr std::uint32_t kDirections = kX | kY | kZ;
};

/// Of a special register, %tid.x say.
std::uint32_t source_of_special(std::string_view name);

/// By register: the union of what may come into it. Predicates have none. A load from an address
/// that is the same for all threads has none either: it is as a parameter.
std::vector<std::uint32_t> value_sources(const ptx::Function& function);

}  // namespace warpscope::exec
