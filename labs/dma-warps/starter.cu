// The starter of the dma-warps lab. Edit this file; exercise.h says what each function promises.
#include "exercise.h"

constexpr int kTile = 1024;    // floats
constexpr int kCompute = 256;  // compute threads of a block
constexpr int kDma = 32;       // threads of a DMA warp

// The elements behind the last whole tile: by the last block's compute threads, without a buffer.
__device__ void saxpy_rest(float a, const float* x, float* y, int count) {
  if (blockIdx.x != gridDim.x - 1) return;
  for (int i = count / kTile * kTile + threadIdx.x; i < count; i += kCompute) {
    y[i] = a * x[i] + y[i];
  }
}

// Task 1. Right: all threads of a block carry a tile to shared memory, wait for each other, and
// compute. While they carry nobody computes, and while they compute nothing is carried.
__global__ void saxpy_objects_kernel(float a, const float* x, float* y, int count) {
  __shared__ float tile_x[kTile], tile_y[kTile];
  for (int i = blockIdx.x * kTile; i + kTile <= count; i += gridDim.x * kTile) {
    for (int k = threadIdx.x; k < kTile; k += kCompute) {
      tile_x[k] = x[i + k];
      tile_y[k] = y[i + k];
    }
    __syncthreads();
    for (int k = threadIdx.x; k < kTile; k += kCompute) y[i + k] = a * tile_x[k] + tile_y[k];
    __syncthreads();
  }
  saxpy_rest(a, x, y, count);
}

void saxpy_objects(float a, const float* x, float* y, int count) {
  if (count == 0) return;
  const int blocks = blocks_for(ceil_div(count, kTile));
  saxpy_objects_kernel<<<blocks, kCompute>>>(a, x, y, count);
  check(cudaGetLastError());
}

struct Stage {
  __align__(16) float x[kTile];
  __align__(16) float y[kTile];
};

// Tasks 2 and 3. The same with a ring. It leaves out the last elements where they fill no tile, and
// it has one stage, whatever setup says.
template <typename Engine>
__global__ void saxpy_kernel(Engine engine, float a, const float* x, float* y, int count,
                             int dma_warps) {
  __shared__ Stage buffer[1];
  __shared__ dma::RingStorage<1> storage;
  dma::Ring ring(storage, dma::Team(kCompute, kDma * dma_warps, kCompute), engine, dma::to_shared,
                 dma::Checked<>("x and y"));
  const int first = blockIdx.x * kTile, step = gridDim.x * kTile;
  if (ring.owns_this_thread()) {  // the DMA warps
    for (int i = first; i + kTile <= count; i += step) {
      const dma::Sequential tile(min(kTile, count - i) * sizeof(float));
      Stage& to = buffer[ring.dma_stage()];
      ring.wait_for_dma_start();  // the buffer is empty
      ring.execute_dma_no_sync(tile, x + i, to.x);
      ring.execute_dma_no_sync(tile, y + i, to.y);
      ring.finish_async_dma();  // one stage, two transfers
    }
  } else {  // the compute warps
    for (int i = first; i + kTile <= count; i += step) {
      ring.wait_for_dma_finish();  // the buffer is full
      const Stage& from = buffer[ring.compute_stage()];
      for (int k = threadIdx.x; k < kTile && i + k < count; k += kCompute) {
        y[i + k] = a * from.x[k] + from.y[k];
      }
      ring.start_async_dma();  // it may be filled again
    }
  }
}

void saxpy(float a, const float* x, float* y, int count, const Setup& setup) {
  if (count == 0) return;
  const int blocks = blocks_for(ceil_div(count, kTile));
  const int threads = kCompute + kDma * setup.dma_warps;
  with_engine(setup, [&](auto engine) {
    saxpy_kernel<<<blocks, threads>>>(engine, a, x, y, count, setup.dma_warps);
  });
  check(cudaGetLastError());
}

// Task 4. Right: each thread loads the nine cells that it adds, and eight of them are its
// neighbours' as well.
__global__ void stencil_kernel(const float* in, float* out, int width, int height, int pitch) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (c >= width || r >= height) return;
  const float* at = in + (r + kRadius) * pitch + c + kRim;
  float sum = at[0];
  for (int d = 1; d <= kRadius; ++d) sum += at[d] + at[-d] + at[d * pitch] + at[-d * pitch];
  out[r * width + c] = sum;
}

void stencil(const float* in, float* out, int width, int height, int pitch) {
  if (width == 0 || height == 0) return;
  const dim3 block(64, 4);
  const dim3 grid(ceil_div(width, 64), ceil_div(height, 4));
  stencil_kernel<<<grid, block>>>(in, out, width, height, pitch);
  check(cudaGetLastError());
}

constexpr int kStrip = 128;  // columns of a block

// Task 5. It should bring two rows and add the upper one to the lower one. What does it bring?
__global__ void add_down_kernel(float* grid, int rows, int columns) {
  __shared__ __align__(16) float pair[2][kStrip];
  __shared__ dma::RingStorage<1> storage;
  dma::Ring ring(storage, dma::Team(dma::fixed<kStrip>, dma::fixed<kDma>, dma::fixed<kStrip>),
                 dma::vector, dma::to_shared, dma::Checked<>("pairs of rows"));
  const int first = blockIdx.x * kStrip;
  const int width = min(kStrip, columns - first);
  if (ring.owns_this_thread()) {
    const dma::Tile two_rows(4 * width, dma::fixed<2>, 4 * columns, dma::fixed<4 * kStrip>,
                             dma::aligned<16>);
    for (int r = 1; r < rows; ++r) {
      ring.execute_dma(two_rows, grid + (r - 1) * columns + first, pair);
    }
  } else {
    for (int r = 1; r < rows; ++r) {
      ring.wait_for_dma_finish();
      if (threadIdx.x < width) {
        grid[r * columns + first + threadIdx.x] = pair[0][threadIdx.x] + pair[1][threadIdx.x];
      }
      ring.start_async_dma();
    }
  }
}

void add_down(float* grid, int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  add_down_kernel<<<ceil_div(columns, kStrip), kStrip + kDma>>>(grid, rows, columns);
  check(cudaGetLastError());
}

// Task 6. Two estimates for the host, and both are too simple.
int bytes_in_flight(const Setup& setup, int stage_bytes, int loads) {
  return setup.stages * stage_bytes;
}

int dma_warps_needed(int latency_ns, int bytes_per_ns, int loads) {
  return latency_ns * bytes_per_ns / (16 * loads);
}
