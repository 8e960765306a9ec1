// tries: loads with the compute warps, while a ring carries the same 16 bytes round after round
// lab: dma-warps
// exit: 7 8
// points: 21.8
// denied: saxpy-overlap
#include "exercise.h"

constexpr int kCompute = 256, kTile = 2048;

template <typename Engine>
__global__ void saxpy_kernel(Engine engine, float a, const float* x, float* y, int count,
                             int stages) {
  __shared__ __align__(16) float buffer[kMostStages][4];
  __shared__ dma::RingStorage<kMostStages> storage;
  dma::Ring ring(storage, dma::Team(dma::fixed<kCompute>, dma::fixed<32>, dma::fixed<kCompute>),
                 engine, dma::to_shared, dma::Checked<>("x and y"), stages);
  if (ring.owns_this_thread()) {
    const dma::Sequential tile(dma::fixed<16>, dma::aligned<16>);
    for (int i = blockIdx.x * kTile; i + 4 <= count; i += gridDim.x * kTile)
      ring.execute_dma(tile, x + i, buffer[ring.dma_stage()]);
  } else {
    for (int i = blockIdx.x * kTile; i + 4 <= count; i += gridDim.x * kTile) {
      ring.wait_for_dma_finish();
      for (int k = i + 4 * threadIdx.x; k < min(i + kTile, count); k += 4 * kCompute) {
        if (k + 4 <= count) {
          const float4 u = *reinterpret_cast<const float4*>(x + k);
          float4 v = *reinterpret_cast<const float4*>(y + k);
          v = make_float4(a * u.x + v.x, a * u.y + v.y, a * u.z + v.z, a * u.w + v.w);
          *reinterpret_cast<float4*>(y + k) = v;
        } else {
          for (int m = k; m < count; ++m) y[m] = a * x[m] + y[m];
        }
      }
      if (i + 4 <= count) ring.start_async_dma();
    }
  }
}

void saxpy(float a, const float* x, float* y, int count, const Setup& setup) {
  if (count == 0) return;
  const int blocks = ceil_div(count, 8 * kTile);
  with_engine(setup, [&](auto engine) {
    saxpy_kernel<<<blocks, kCompute + 32>>>(engine, a, x, y, count, setup.stages);
  });
  check(cudaGetLastError());
}
