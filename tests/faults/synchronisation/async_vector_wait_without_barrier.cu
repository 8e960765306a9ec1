// Fault: C23 async-copy-wait-without-barrier
// Finding: missing-barrier
// The first warp brings the tile in pieces of 16 bytes; the second warp does not wait for it.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <vector>

struct alignas(16) Tile {
  float values[128];
};

__global__ void copy(const float* in, float* out) {
  __shared__ Tile tile;
  int t = threadIdx.x;
  if (t < 32) {
    __pipeline_memcpy_async(&tile.values[4 * t], &in[4 * t], 16);  // FAULT
    __pipeline_commit();
    __pipeline_wait_prior(0);
  }
  if (t >= 32) {
    for (int i = t - 32; i < 128; i += 32) out[i] = tile.values[i];  // FAULT
  }
}

int main() {
  std::vector<float> host(128, 5.0f);
  float *in, *out;
  cudaMalloc(&in, 128 * sizeof(float));
  cudaMalloc(&out, 128 * sizeof(float));
  cudaMemcpy(in, host.data(), 128 * sizeof(float), cudaMemcpyHostToDevice);
  copy<<<1, 64>>>(in, out);
  cudaMemcpy(host.data(), out, 128 * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
