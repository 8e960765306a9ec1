// Correct: a loop of atomicCAS on the bits of a float
#include <cuda_runtime.h>

#include <vector>

__device__ void raise_to(float* where, float value) {
  int* bits = reinterpret_cast<int*>(where);
  int old = atomicAdd(bits, 0);
  while (__int_as_float(old) < value) {
    int seen = atomicCAS(bits, old, __float_as_int(value));
    if (seen == old) break;
    old = seen;
  }
}

__global__ void maximum(const float* in, float* out) {
  raise_to(out, in[blockIdx.x * blockDim.x + threadIdx.x]);
}

int main() {
  const int n = 64;
  std::vector<float> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<float>(i * 37 % 64);
  float *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(float));
  cudaMalloc(&d_out, n * sizeof(float));
  cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(d_out, 0, n * sizeof(float));
  maximum<<<2, 32>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int i = 0; i < n; ++i) {
    if (out[i] != static_cast<float>(i == 0 ? 63 : 0)) return 1;
  }
  return 0;
}
