// Correct: a small array in local memory on purpose, and bounds under which all registers fit
// Machine code: nothing is spilled, though there is a frame
#include <cuda_runtime.h>

#include <vector>

// The few bins of each thread have an index that only the data know.
__global__ void most_frequent(const unsigned char* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int counts[40] = {};
  for (int k = 0; k < 8; ++k) counts[in[k * n + i] % 40] += 1;
  int best = 0;
  for (int b = 1; b < 40; ++b) best = counts[b] > counts[best] ? b : best;
  out[i] = best;
}

__global__ void __launch_bounds__(1024) sums(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v[24];
#pragma unroll
  for (int k = 0; k < 24; ++k) v[k] = in[k * n + i];
  int sum = 0;
#pragma unroll
  for (int k = 0; k < 24; ++k) sum += v[k] ^ v[(k + 5) % 24];
  out[i] = sum;
}

__device__ __noinline__ float far_away(float x, int depth) {
  return depth == 0 ? x : far_away(x * 0.5f + 1.0f, depth - 1) + x;
}

// What is handed to a function that is not inlined has a place in the frame, too.
__global__ void recursive(const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = far_away(in[i], 3);
}

int main() {
  const int n = 64 * 256;
  std::vector<int> host(24 * n, 3);
  int *in, *out;
  cudaMalloc(&in, host.size() * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, host.data(), host.size() * sizeof(int), cudaMemcpyHostToDevice);
  most_frequent<<<n / 256, 256>>>(reinterpret_cast<const unsigned char*>(in), out, n);
  sums<<<n / 256, 256>>>(in, out, n);
  recursive<<<n / 256, 256>>>(reinterpret_cast<const float*>(in), reinterpret_cast<float*>(out));
  cudaMemcpy(host.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
