// Fault: C21 redundant-barrier
// Finding: redundant-barrier
// Each thread reads only the shared element that it wrote itself, and waits for the block before.
#include <cuda_runtime.h>

#include <vector>

__global__ void staged(const float* in, float* out, int rounds) {
  __shared__ float s[128];
  int t = threadIdx.x;
  for (int r = 0; r < rounds; ++r) {
    s[t] = in[r * 128 + t];
    __syncthreads();  // FAULT
    out[r * 128 + t] = 2.0f * s[t];
  }
}

int main() {
  const int rounds = 20, n = rounds * 128;
  std::vector<float> host(n, 1.0f);
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(in, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  staged<<<1, 128>>>(in, out, rounds);
  cudaMemcpy(host.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
