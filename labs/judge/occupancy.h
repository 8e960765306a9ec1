// How many blocks a multiprocessor holds at a time, from what it has and what a block needs.
#pragma once

#include <array>

#include "labs/judge/judge.h"

namespace warpscope::labs {

/// What one multiprocessor (SM) has.
struct Sm {
  int blocks = 0;          ///< at most at a time
  int threads = 0;         ///< at most at a time, in whole warps
  int registers = 0;       ///< of 32 bits
  int shared_bytes = 0;    ///< shared memory
  int reserved_bytes = 0;  ///< of shared memory, that CUDA keeps of each block
};

/// What one block of a launch needs.
struct Block {
  int threads = 1;
  int registers = 1;  ///< per thread
  int shared_bytes = 0;
};

/// How many blocks there is room for by each of the four: blocks, threads, registers, shared
/// memory. The least of them fit. Registers go to warps in units of 256 (CUDA C Programming Guide,
/// "Features and Technical Specifications", and the occupancy calculator of Nsight Compute for
/// compute capability 3.0 and later).
using RoomForBlocks = std::array<int, 4>;
RoomForBlocks room_for(const Sm& sm, const Block& block);

/// On an answer: so many blocks fit, and room_for()[limiter] keeps the next one out. Where several
/// do, each of them is right.
judge::Opinion opinion_on_residents(const Sm& sm, const Block& block, int blocks, int limiter);

}  // namespace warpscope::labs
