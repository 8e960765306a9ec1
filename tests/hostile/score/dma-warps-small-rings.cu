// tries: hides a ring of one stage behind three small rings that overlap
// lab: dma-warps
// exit: 1
// points: 82
// denied: saxpy-overlap
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

using LoadTile = CudaDMASequential<true, 16, 64, kTile * sizeof(float), kDma>;

struct Buffer {
  __align__(16) float x[kTile];
  __align__(16) float y[kTile];
};

// Compute warps: waits for a tile, uses it, and hands its buffer back.
__device__ void use(LoadTile& load_x, LoadTile& load_y, const Buffer& from, float a, float* y) {
  load_x.wait_for_dma_finish();
  load_y.wait_for_dma_finish();
  for (int k = threadIdx.x; k < kTile; k += kCompute) y[k] = a * from.x[k] + from.y[k];
  load_x.start_async_dma();
  load_y.start_async_dma();
}

// Two buffers for each input and an object for each, but one DMA warp for x and one for y, which
// fill both by turns: manual buffering.
__global__ void saxpy_objects_kernel(float a, const float* x, float* y, int count) {
  __shared__ Buffer buffer[2];
  LoadTile load_x_0(1, kCompute, kCompute), load_x_1(2, kCompute, kCompute);
  LoadTile load_y_0(3, kCompute, kCompute + kDma), load_y_1(4, kCompute, kCompute + kDma);
  const int first = blockIdx.x * kTile, step = gridDim.x * kTile;
  if (load_x_0.owns_this_thread()) {
    for (int i = first; i + kTile <= count; i += 2 * step) {
      load_x_0.execute_dma(x + i, buffer[0].x);
      const int next = i + step;
      if (next + kTile <= count) load_x_1.execute_dma(x + next, buffer[1].x);
    }
    load_x_0.wait_for_dma_start();  // the compute warps say once more that a buffer is empty
    load_x_1.wait_for_dma_start();
  } else if (load_y_0.owns_this_thread()) {
    for (int i = first; i + kTile <= count; i += 2 * step) {
      load_y_0.execute_dma(y + i, buffer[0].y);
      const int next = i + step;
      if (next + kTile <= count) load_y_1.execute_dma(y + next, buffer[1].y);
    }
    load_y_0.wait_for_dma_start();
    load_y_1.wait_for_dma_start();
  } else {
    load_x_0.start_async_dma();
    load_y_0.start_async_dma();
    load_x_1.start_async_dma();
    load_y_1.start_async_dma();
    for (int i = first; i + kTile <= count; i += 2 * step) {
      use(load_x_0, load_y_0, buffer[0], a, y + i);
      const int next = i + step;
      if (next + kTile <= count) use(load_x_1, load_y_1, buffer[1], a, y + next);
    }
    saxpy_rest(a, x, y, count);
  }
}

void saxpy_objects(float a, const float* x, float* y, int count) {
  if (count == 0) return;
  const int blocks = blocks_for(ceil_div(count, kTile));
  saxpy_objects_kernel<<<blocks, kCompute + 2 * kDma>>>(a, x, y, count);
  check(cudaGetLastError());
}

struct Stage {
  __align__(16) float x[kTile];
  __align__(16) float y[kTile];
};

// While the compute warps use a stage, the DMA warps fill the others. They carry whole tiles: the
// size is a constant, and all addresses are multiples of 16 bytes.
template <typename Engine>
__global__ void saxpy_kernel(Engine engine, float a, const float* x, float* y, int count,
                             int dma_warps) {
  __shared__ Stage buffer[1];
  __shared__ __align__(16) float crumbs0[2][4];
  __shared__ __align__(16) float crumbs1[2][4];
  __shared__ __align__(16) float crumbs2[2][4];
  __shared__ dma::RingStorage<1> storage;
  __shared__ dma::RingStorage<2> crumb_storage0;
  __shared__ dma::RingStorage<2> crumb_storage1;
  __shared__ dma::RingStorage<2> crumb_storage2;
  dma::Ring ring(storage, dma::Team(dma::fixed<kCompute>, kDma * dma_warps, dma::fixed<kCompute>),
                 engine, dma::to_shared, dma::Checked<>("x and y"));
  dma::Ring crumb0(
      crumb_storage0,
      dma::Team(kCompute + kDma * (dma_warps + 0), dma::fixed<kDma>, dma::fixed<kCompute>),
      dma::vector, dma::to_shared, dma::Checked<>("crumbs 0"));
  dma::Ring crumb1(
      crumb_storage1,
      dma::Team(kCompute + kDma * (dma_warps + 1), dma::fixed<kDma>, dma::fixed<kCompute>),
      dma::vector, dma::to_shared, dma::Checked<>("crumbs 1"));
  dma::Ring crumb2(
      crumb_storage2,
      dma::Team(kCompute + kDma * (dma_warps + 2), dma::fixed<kDma>, dma::fixed<kCompute>),
      dma::vector, dma::to_shared, dma::Checked<>("crumbs 2"));
  const int first = blockIdx.x * kTile, step = gridDim.x * kTile;
  if (ring.owns_this_thread()) {
    const dma::Sequential tile(dma::fixed<kTile * sizeof(float)>, dma::aligned<16>);
    for (int i = first; i + kTile <= count; i += step) {
      ring.wait_for_dma_start();
      ring.execute_dma_no_sync(tile, x + i, buffer[0].x);
      ring.execute_dma_no_sync(tile, y + i, buffer[0].y);
      ring.finish_async_dma();
    }
  } else if (crumb0.owns_this_thread()) {
    const dma::Sequential little(dma::fixed<16>, dma::aligned<16>);
    for (int i = first; i + kTile <= count; i += step) {
      float* to = crumbs0[crumb0.dma_stage()];
      crumb0.wait_for_dma_start();
      crumb0.execute_dma_no_sync(little, x + i, to);
      crumb0.finish_async_dma();
    }
  } else if (crumb1.owns_this_thread()) {
    const dma::Sequential little(dma::fixed<16>, dma::aligned<16>);
    for (int i = first; i + kTile <= count; i += step) {
      float* to = crumbs1[crumb1.dma_stage()];
      crumb1.wait_for_dma_start();
      crumb1.execute_dma_no_sync(little, x + i, to);
      crumb1.finish_async_dma();
    }
  } else if (crumb2.owns_this_thread()) {
    const dma::Sequential little(dma::fixed<16>, dma::aligned<16>);
    for (int i = first; i + kTile <= count; i += step) {
      float* to = crumbs2[crumb2.dma_stage()];
      crumb2.wait_for_dma_start();
      crumb2.execute_dma_no_sync(little, x + i, to);
      crumb2.finish_async_dma();
    }
  } else if (threadIdx.x < kCompute) {
    for (int i = first; i + kTile <= count; i += step) {
      crumb0.wait_for_dma_finish();
      crumb1.wait_for_dma_finish();
      crumb2.wait_for_dma_finish();
      ring.wait_for_dma_finish();
      for (int k = threadIdx.x; k < kTile; k += kCompute)
        y[i + k] = a * buffer[0].x[k] + buffer[0].y[k];
      ring.start_async_dma();
      crumb0.start_async_dma();
      crumb1.start_async_dma();
      crumb2.start_async_dma();
    }
    saxpy_rest(a, x, y, count);
  }
}
void saxpy(float a, const float* x, float* y, int count, const Setup& setup) {
  if (count == 0) return;
  const int blocks = blocks_for(ceil_div(count, kTile));
  const int threads = kCompute + kDma * setup.dma_warps + 3 * kDma;
  with_engine(setup, [&](auto engine) {
    saxpy_kernel<<<blocks, threads>>>(engine, a, x, y, count, setup.dma_warps);
  });
  check(cudaGetLastError());
}

constexpr int kWidth = 64, kHeight = 16;  // cells of a tile
constexpr int kRow = kWidth + 2 * kRim;   // and with the cells on both sides

struct Window {
  __align__(16) float cell[kHeight + 2 * kRadius][kRow];
};

// The DMA warp carries a tile and the cells around it, row by row. Rows begin kRim cells before the
// tile, where kRadius would be enough: so each begins at a multiple of 16 bytes.
template <int kStages>
__global__ void stencil_kernel(const float* in, float* out, int width, int height, int pitch) {
  __shared__ Window window[kStages];
  __shared__ dma::RingStorage<kStages> storage;
  dma::Ring ring(storage, dma::Team(dma::fixed<kCompute>, dma::fixed<kDma>, dma::fixed<kCompute>),
                 dma::automatic, dma::to_shared, dma::Checked<>("windows"));
  const int tiles_in_row = ceil_div(width, kWidth);
  const int tiles = tiles_in_row * ceil_div(height, kHeight);
  if (ring.owns_this_thread()) {
    for (int t = blockIdx.x; t < tiles; t += gridDim.x) {
      const int column = t % tiles_in_row * kWidth, row = t / tiles_in_row * kHeight;
      const dma::Tile tile(4 * min(kRow, pitch - column), min(kHeight, height - row) + 2 * kRadius,
                           4 * pitch, dma::fixed<4 * kRow>, dma::aligned<16>);
      ring.execute_dma(tile, in + row * pitch + column, window[ring.dma_stage()].cell);
    }
  } else {
    for (int t = blockIdx.x; t < tiles; t += gridDim.x) {
      const int column = t % tiles_in_row * kWidth, row = t / tiles_in_row * kHeight;
      ring.wait_for_dma_finish();
      const Window& from = window[ring.compute_stage()];
      const int c = threadIdx.x % kWidth;
      for (int r = threadIdx.x / kWidth; r < kHeight; r += kCompute / kWidth) {
        float sum = from.cell[r + kRadius][c + kRim];
        for (int d = 1; d <= kRadius; ++d) {
          sum += from.cell[r + kRadius][c + kRim + d] + from.cell[r + kRadius][c + kRim - d] +
                 from.cell[r + kRadius + d][c + kRim] + from.cell[r + kRadius - d][c + kRim];
        }
        if (row + r < height && column + c < width) out[(row + r) * width + column + c] = sum;
      }
      ring.start_async_dma();
    }
  }
}

void stencil(const float* in, float* out, int width, int height, int pitch) {
  if (width == 0 || height == 0) return;
  const int tiles = ceil_div(width, kWidth) * ceil_div(height, kHeight);
  stencil_kernel<2><<<blocks_for(tiles), kCompute + kDma>>>(in, out, width, height, pitch);
  check(cudaGetLastError());
}

constexpr int kStrip = 128;  // columns of a block

// The upper of the two rows is written by the compute warps of the round before, so nothing of it
// may be loaded before they have said that they are done.
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
      ring.wait_for_dma_start();
      ring.execute_dma_no_sync(two_rows, grid + (r - 1) * columns + first, pair);
      ring.finish_async_dma();
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
