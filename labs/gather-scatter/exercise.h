// The five functions of the lab gather-scatter. You write them, in one file; the driver calls them.
// cpu.h says in plain C++ what each of them computes. All pointers are to device memory; arrays do
// not overlap and begin at multiples of 256 bytes. Counts are at least 0.
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/cudadma/cudaDMA.h"
#include "kernels/grid/ceil_div.cuh"
#include "labs/driver/check.h"

using warpscope::driver::check;
using warpscope::grid::ceil_div;

/// What your object may take for known when the file is compiled. Each knows what those before it
/// know as well; the rest are arguments of the constructor.
enum class Known {
  alignment,  ///< nothing but ALIGNMENT
  bytes,      ///< and BYTES_PER_ELMT
  threads,    ///< and DMA_THREADS or TOTAL_THREADS
  elements,   ///< and NUM_ELMTS: everything
};

/// What an object is about. Where Known says that a number is known, it is that of kGathered or
/// kNear.
struct Sizes {
  int alignment;  ///< 4, 8 or 16: what all pointers and bytes are multiples of
  int bytes;      ///< of an element
  int threads;    ///< that carry: all of a block in gather(), the DMA threads in near()
  int elements;   ///< of a tile
};

constexpr Sizes kGathered{16, 64, 128, 128};
constexpr Sizes kNear{16, 16, 32, 128};
/// Neighbours in a particle's list.
constexpr int kListed = 4;

/// Calls launch(ALIGNMENT), where decltype(ALIGNMENT)::value is the constant 4, 8 or 16.
template <typename Launch>
void with_alignment(int alignment, Launch launch) {
  if (alignment == 4) launch(std::integral_constant<int, 4>{});
  if (alignment == 8) launch(std::integral_constant<int, 8>{});
  if (alignment == 16) launch(std::integral_constant<int, 16>{});
}

/// Calls launch(KNOWN), where decltype(KNOWN)::value is the constant `known`.
template <typename Launch>
void with_known(Known known, Launch launch) {
  using enum Known;
  if (known == alignment) launch(std::integral_constant<Known, alignment>{});
  if (known == bytes) launch(std::integral_constant<Known, bytes>{});
  if (known == threads) launch(std::integral_constant<Known, threads>{});
  if (known == elements) launch(std::integral_constant<Known, elements>{});
}

/// A block for each tile, but at most one for each multiprocessor: then a block stays for several
/// tiles.
inline int blocks_for(int tiles) {
  int device = 0, multiprocessors = 0;
  check(cudaGetDevice(&device));
  check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  return tiles < multiprocessors ? tiles : multiprocessors;
}

/// Row i of out is row index[i] of the table, for i < count. Rows of sizes.bytes bytes. A block
/// takes sizes.elements rows and has sizes.threads threads. Unless `known` is alignment,
/// sizes.alignment is 16.
void gather(Known known, const Sizes& sizes, const int* index, const void* table, void* out,
            int count);

/// Particle i goes to place begin[cell[i]] + rank[i] of out. No two have the same place. Particles
/// of 32 bytes.
void scatter(const int* cell, const int* rank, const int* begin, const void* particles, void* out,
             int count);

/// Adds row i of the values to row index[i] of the sums, modulo 2^32. Rows of 4 words; numbers may
/// repeat.
void add(const int* index, const std::uint32_t* values, std::uint32_t* sums, int count);

/// The sums of cpu.h over kListed neighbours of each particle, whose numbers are list[kListed * i]
/// and those behind it. A particle has sizes.bytes bytes, 16 or 32, which begin with x, y, z, mass.
/// DMA warps, sizes.threads threads of a block, bring sizes.elements neighbours at a time, 64 or
/// 128; sizes.alignment is 16.
void near(Known known, const Sizes& sizes, const int* list, const void* particles,
          std::uint32_t* out, int count);

/// Row i of each field of out is row index[i] of the same field of in. A field is count rows of
/// `bytes` bytes, a multiple of 16 up to 128, and the next one begins where it ends.
void reorder(const int* index, const void* in, void* out, int count, int bytes, int fields);
