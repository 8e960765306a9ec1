// The functions of the dma-warps lab. You write them, in one file; the driver calls them.
#pragma once

#include "cpu.h"
#include "kernels/cudadma/cudaDMAv2.h"
#include "kernels/dma/without_half.cuh"
#include "kernels/grid/ceil_div.cuh"
#include "labs/driver/check.h"

namespace dma = warpscope::dma;
using warpscope::driver::check;
using warpscope::grid::ceil_div;

/// What carries a transfer.
enum class Carrier {
  vector,    ///< loads into registers and stores, up to 16 bytes each
  cp_async,  ///< copies of up to 16 bytes that pass no register
  bulk,      ///< one instruction for a whole piece; the copy engine does the rest
};

/// How a block of saxpy is to work.
struct Setup {
  Carrier carrier;
  int stages;     ///< buffers in the ring, 1 to 4
  int dma_warps;  ///< 1 to 8
};

constexpr int kMostStages = 4;

/// Calls launch(engine): the engine that setup names, for a kernel that has its type as a template
/// argument.
template <typename Launch>
void with_engine(const Setup& setup, Launch launch) {
  if (setup.carrier == Carrier::vector) launch(dma::vector);
  if (setup.carrier == Carrier::cp_async) launch(dma::cp_async);
  if (setup.carrier == Carrier::bulk) launch(dma::bulk);
}

/// A block for each tile, but at most one for each multiprocessor: then a block stays for several
/// tiles, and what a multiprocessor has under way is what its block has.
inline int blocks_for(int tiles) {
  int device = 0, multiprocessors = 0;
  check(cudaGetDevice(&device));
  check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  return min(tiles, multiprocessors);
}

// All pointers are device memory and begin at multiples of 256 bytes. count is 0 to 2^21.

/// y = a x + y, with the objects of CudaDMA (kernels/cudadma).
void saxpy_objects(float a, const float* x, float* y, int count);

/// y = a x + y, with a ring (kernels/dma). `setup` says how.
void saxpy(float a, const float* x, float* y, int count, const Setup& setup);

/// The stencil of cpu.h. in: height + 2 kRadius rows of `pitch` floats; pitch is a multiple of 4
/// and at least width + 2 kRim. out: height rows of width floats.
void stencil(const float* in, float* out, int width, int height, int pitch);

/// The sums of cpu.h, in place. grid: rows * columns floats; columns is a multiple of 4.
void add_down(float* grid, int rows, int columns);

/// How many bytes of global memory a block can have under way, on the host. A stage has
/// stage_bytes. A thread of the vector engine has at most `loads` loads of 16 bytes under way, and
/// all of them belong to one stage. The other engines start a stage as soon as its buffer is empty.
int bytes_in_flight(const Setup& setup, int stage_bytes, int loads);

/// The fewest DMA warps of the vector engine, on a multiprocessor with one block, that have
/// `latency_ns` * `bytes_per_ns` bytes under way (Little's law); stages are large enough.
int dma_warps_needed(int latency_ns, int bytes_per_ns, int loads);
