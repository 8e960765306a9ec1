// Fault: D15 register-spill-or-local-array
// Finding: register-spill
// Machine code: ptxas says what it spilled
// Bounds of 1024 threads leave 64 registers, and each thread needs 96 numbers at a time.
#include <cuda_runtime.h>

#include <vector>

constexpr int kTaps = 96;

__global__ void __launch_bounds__(1024) correlate(const float* in, float* out, int n) {  // FAULT
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v[kTaps];
#pragma unroll
  for (int k = 0; k < kTaps; ++k) v[k] = in[k * n + i];
#pragma unroll 1
  for (int round = 1; round < 4; ++round) {
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < kTaps; ++k) sum += v[k] * v[(k + 7) % kTaps] * round;
    out[round * n + i] = sum;
  }
}

int main() {
  const int n = 64 * 256;
  std::vector<float> host(n * kTaps, 1.0f);
  float *in, *out;
  cudaMalloc(&in, host.size() * sizeof(float));
  cudaMalloc(&out, 4 * n * sizeof(float));
  cudaMemcpy(in, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice);
  correlate<<<n / 256, 256>>>(in, out, n);
  cudaMemcpy(host.data(), out + n, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
