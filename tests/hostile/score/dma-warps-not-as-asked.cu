// tries: loads without shared memory, by all warps, or by two stages whatever is asked
// lab: dma-warps
// exit: 1
// points: 66
// denied: objects-loads saxpy-overlap stencil-loads stencil-overlap
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

__global__ void saxpy_objects_kernel(float a, const float* x, float* y, int count) {
  const int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i + 3 < count) {
    const float4 p = *reinterpret_cast<const float4*>(x + i);
    float4 q = *reinterpret_cast<const float4*>(y + i);
    q.x += a * p.x, q.y += a * p.y, q.z += a * p.z, q.w += a * p.w;
    *reinterpret_cast<float4*>(y + i) = q;
  } else {
    for (int k = i; k < count; ++k) y[k] += a * x[k];
  }
}

void saxpy_objects(float a, const float* x, float* y, int count) {
  if (count == 0) return;
  saxpy_objects_kernel<<<ceil_div(count, 4 * kCompute), kCompute>>>(a, x, y, count);
  check(cudaGetLastError());
}

struct Stage {
  __align__(16) float x[kTile];
  __align__(16) float y[kTile];
};

template <typename Engine>
__global__ void saxpy_kernel(Engine engine, float a, const float* x, float* y, int count,
                             int stages, int dma_warps) {
  extern __shared__ __align__(128) Stage buffer[];  // one for each stage
  __shared__ dma::RingStorage<kMostStages> storage;
  dma::Ring ring(storage, dma::Team(dma::fixed<kCompute>, kDma * dma_warps, dma::fixed<kCompute>),
                 engine, dma::to_shared, dma::Checked<>("x and y"), stages);
  const int first = blockIdx.x * kTile, step = gridDim.x * kTile;
  if (ring.owns_this_thread()) {  // the DMA warps
    const dma::Sequential tile(dma::fixed<kTile * sizeof(float)>, dma::aligned<16>);
    for (int i = first; i + kTile <= count; i += step) {
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
      for (int k = threadIdx.x; k < kTile; k += kCompute) y[i + k] = a * from.x[k] + from.y[k];
      ring.start_async_dma();  // it may be filled again
    }
    saxpy_rest(a, x, y, count);
  }
}

void saxpy(float a, const float* x, float* y, int count, const Setup& setup) {
  if (count == 0) return;
  const int blocks = blocks_for(ceil_div(count, kTile));
  saxpy_kernel<<<blocks, kCompute + kDma, 2 * sizeof(Stage)>>>(dma::bulk, a, x, y, count, 2, 1);
  check(cudaGetLastError());
}

constexpr int kWidth = 64, kHeight = 16;  // cells of a tile
constexpr int kRow = kWidth + 2 * kRim;   // and with the cells on both sides

struct Window {
  __align__(16) float cell[kHeight + 2 * kRadius][kRow];
};

__global__ void stencil_kernel(const float* in, float* out, int width, int height, int pitch) {
  __shared__ Window window;
  const int tiles_in_row = ceil_div(width, kWidth);
  const int column = blockIdx.x % tiles_in_row * kWidth, row = blockIdx.x / tiles_in_row * kHeight;
  const int quads = min(kRow, pitch - column) / 4, rows = min(kHeight, height - row) + 2 * kRadius;
  for (int k = threadIdx.x; k < quads * rows; k += kCompute) {
    const int r = k / quads, q = 4 * (k % quads);
    *reinterpret_cast<float4*>(&window.cell[r][q]) =
        *reinterpret_cast<const float4*>(in + (row + r) * pitch + column + q);
  }
  __syncthreads();
  const int c = threadIdx.x % kWidth;
  for (int r = threadIdx.x / kWidth; r < kHeight; r += kCompute / kWidth) {
    if (row + r >= height || column + c >= width) continue;
    float sum = window.cell[r + kRadius][c + kRim];
    for (int d = 1; d <= kRadius; ++d)
      sum += window.cell[r + kRadius][c + kRim + d] + window.cell[r + kRadius][c + kRim - d] +
             window.cell[r + kRadius + d][c + kRim] + window.cell[r + kRadius - d][c + kRim];
    out[(row + r) * width + column + c] = sum;
  }
}

void stencil(const float* in, float* out, int width, int height, int pitch) {
  if (width == 0 || height == 0) return;
  stencil_kernel<<<ceil_div(width, kWidth) * ceil_div(height, kHeight), kCompute>>>(in, out, width,
                                                                                    height, pitch);
  check(cudaGetLastError());
}

constexpr int kStrip = 128;  // columns of a block

__global__ void add_down_kernel(float* grid, int rows, int columns) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= columns) return;
  float sum = grid[c];
  for (int r = 1; r < rows; ++r) grid[r * columns + c] = sum += grid[r * columns + c];
}

void add_down(float* grid, int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  add_down_kernel<<<ceil_div(columns, kStrip), kStrip>>>(grid, rows, columns);
  check(cudaGetLastError());
}

// The vector engine waits for its own loads to store them, so it never has more than one stage
// under way, and never more than its threads hold in registers.
int bytes_in_flight(const Setup& setup, int stage_bytes, int loads) {
  if (setup.carrier != Carrier::vector) return setup.stages * stage_bytes;
  return min(stage_bytes, setup.dma_warps * kDma * 16 * loads);
}

// Little's law: what is under way is latency times throughput.
int dma_warps_needed(int latency_ns, int bytes_per_ns, int loads) {
  return ceil_div(latency_ns * bytes_per_ns, kDma * 16 * loads);
}
