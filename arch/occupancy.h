// How many blocks of a launch are on a multiprocessor at a time, and what keeps the next one out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "arch/multiprocessor.h"

namespace warpscope::arch {

/// What one block of a launch needs.
struct BlockNeeds {
  std::uint64_t threads = 1;
  std::uint64_t shared_bytes = 0;  ///< static and dynamic, without what CUDA keeps
  std::uint32_t registers = 0;     ///< of a thread, as ptxas allocated them; 0: not known
};

enum class Limiter : std::uint8_t { blocks, threads, registers, shared_memory };

struct Occupancy {
  /// Blocks for which there is room by each Limiter. Registers that are not known leave room for
  /// as many as a multiprocessor takes.
  std::array<std::uint32_t, 4> room{};

  std::uint32_t room_by(Limiter limiter) const { return room[static_cast<std::size_t>(limiter)]; }
  /// Blocks that are resident at a time; 0: a block does not fit, and its launch fails.
  std::uint32_t blocks() const;
  /// What keeps the next block out; of several the first in their order.
  Limiter limiter() const;
};

/// Warps of a block; the last of them may have less than 32 threads.
std::uint64_t warps_of(std::uint64_t threads);

/// Registers that a warp takes.
std::uint64_t registers_of_warp(const Multiprocessor& sm, std::uint32_t registers_of_thread);

/// Whether a multiprocessor has the registers of one block: those of its warps, their number
/// rounded up to a multiple of the schedulers.
bool has_registers(const Multiprocessor& sm, const BlockNeeds& block);

/// Shared memory that a block takes, with what CUDA keeps.
std::uint64_t shared_bytes_of(const Multiprocessor& sm, const BlockNeeds& block);

/// The rules are those of cuda_occupancy.h of the CUDA Toolkit, for compute capability 5.0 and
/// newer: threads count as whole warps, registers go to warps in units, and each scheduler has an
/// equal part of the registers.
Occupancy occupancy(const Multiprocessor& sm, const BlockNeeds& block);

}  // namespace warpscope::arch
