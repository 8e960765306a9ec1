// tries: lets a ring carry half of the data, or next to nothing, beside loads of the compute warps
// lab: dma-warps
// exit: 7 8
// points: 34
// denied: saxpy-overlap stencil-overlap
#include "exercise.h"

constexpr int kCompute = 256, kHalf = 1024;

struct Stage {
  __align__(16) float x[kHalf];
  __align__(16) float y[kHalf];
};

// Of 2048 numbers the first 1024 go through the ring.
template <typename Engine>
__global__ void saxpy_kernel(Engine engine, float a, const float* x, float* y, int count,
                             int stages, int dma_warps) {
  extern __shared__ __align__(128) Stage buffer[];  // one for each stage
  __shared__ dma::RingStorage<kMostStages> storage;
  dma::Ring ring(storage, dma::Team(dma::fixed<kCompute>, 32 * dma_warps, dma::fixed<kCompute>),
                 engine, dma::to_shared, dma::Checked<>("x and y"), stages);
  const int first = blockIdx.x * 2 * kHalf, step = gridDim.x * 2 * kHalf;
  if (ring.owns_this_thread()) {
    const dma::Sequential half(dma::fixed<kHalf * sizeof(float)>, dma::aligned<16>);
    for (int i = first; i + 2 * kHalf <= count; i += step) {
      Stage& to = buffer[ring.dma_stage()];
      ring.wait_for_dma_start();
      ring.execute_dma_no_sync(half, x + i, to.x);
      ring.execute_dma_no_sync(half, y + i, to.y);
      ring.finish_async_dma();
    }
  } else {
    int i = first;
    for (; i + 2 * kHalf <= count; i += step) {
      ring.wait_for_dma_finish();
      const Stage& from = buffer[ring.compute_stage()];
      for (int k = threadIdx.x; k < kHalf; k += kCompute) y[i + k] = a * from.x[k] + from.y[k];
      const int k = i + kHalf + 4 * threadIdx.x;
      const float4 u = *reinterpret_cast<const float4*>(x + k);
      const float4 v = *reinterpret_cast<const float4*>(y + k);
      *reinterpret_cast<float4*>(y + k) =
          make_float4(a * u.x + v.x, a * u.y + v.y, a * u.z + v.z, a * u.w + v.w);
      ring.start_async_dma();
    }
    for (int k = i + threadIdx.x; k < min(i + 2 * kHalf, count); k += kCompute)
      y[k] = a * x[k] + y[k];
  }
}

void saxpy(float a, const float* x, float* y, int count, const Setup& setup) {
  if (count == 0) return;
  const int blocks = blocks_for(ceil_div(count, 2 * kHalf));
  const int threads = kCompute + 32 * setup.dma_warps;
  with_engine(setup, [&](auto engine) {
    saxpy_kernel<<<blocks, threads, setup.stages * sizeof(Stage)>>>(engine, a, x, y, count,
                                                                    setup.stages, setup.dma_warps);
  });
  check(cudaGetLastError());
}

// Each thread loads what it needs for four cells; the ring carries 16 bytes of a tile.
__global__ void stencil_kernel(const float* in, float* out, int width, int height, int pitch) {
  __shared__ __align__(16) float buffer[2][4];
  __shared__ dma::RingStorage<2> storage;
  dma::Ring ring(storage, dma::Team(dma::fixed<kCompute>, dma::fixed<32>, dma::fixed<kCompute>),
                 dma::automatic, dma::to_shared, dma::Checked<>("windows"));
  const int in_row = ceil_div(width, 64), tiles = in_row * ceil_div(height, 16);
  if (ring.owns_this_thread()) {
    const dma::Sequential tile(dma::fixed<16>, dma::aligned<16>);
    for (int t = blockIdx.x; t < tiles; t += gridDim.x)
      ring.execute_dma(tile, in, buffer[ring.dma_stage()]);
  } else {
    for (int t = blockIdx.x; t < tiles; t += gridDim.x) {
      ring.wait_for_dma_finish();
      const int c = t % in_row * 64 + threadIdx.x % 16 * 4;
      const int r = t / in_row * 16 + threadIdx.x / 16;
      const auto row = [&](int d) {
        return reinterpret_cast<const float4*>(in + (r + kRadius + d) * pitch + c + kRim);
      };
      if (r < height && c < width) {
        const float4 l = row(0)[-1], m = *row(0), n = row(0)[1];
        const float4 u = *row(-1), v = *row(-2), w = *row(1), z = *row(2);
        const float sums[4] = {m.x + l.w + l.z + m.y + m.z + u.x + v.x + w.x + z.x,
                               m.y + m.x + l.w + m.z + m.w + u.y + v.y + w.y + z.y,
                               m.z + m.y + m.x + m.w + n.x + u.z + v.z + w.z + z.z,
                               m.w + m.z + m.y + n.x + n.y + u.w + v.w + w.w + z.w};
        for (int k = 0; k < 4; ++k)
          if (c + k < width) out[r * width + c + k] = sums[k];
      }
      ring.start_async_dma();
    }
  }
}

void stencil(const float* in, float* out, int width, int height, int pitch) {
  if (width == 0 || height == 0) return;
  const int tiles = ceil_div(width, 64) * ceil_div(height, 16);
  stencil_kernel<<<blocks_for(tiles), kCompute + 32>>>(in, out, width, height, pitch);
  check(cudaGetLastError());
}
