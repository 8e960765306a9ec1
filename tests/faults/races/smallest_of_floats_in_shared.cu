// Fault: C6 float-minimum-of-bits
// Finding: floats-compared-as-bits
// The smallest of a block is kept as bits; of the few numbers below 0 the one next to it remains.
#include <cuda_runtime.h>

#include <vector>

__global__ void smallest(const float* in, float* out, int n) {
  __shared__ int low;
  if (threadIdx.x == 0) low = 0x7f800000;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    const float x = 0.5f * in[i];
    const int bits = *reinterpret_cast<const int*>(&x);
    atomicMin(&low, bits);  // FAULT
  }
  __syncthreads();
  if (threadIdx.x == 0) *out = __int_as_float(low);
}

int main() {
  const int n = 1000;
  std::vector<float> host(n);
  for (int i = 0; i < n; ++i) host[i] = static_cast<float>((i * 37) % n) - 20.0f;
  float *in, *out, result;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, sizeof(float));
  cudaMemcpy(in, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  smallest<<<1, 256>>>(in, out, n);
  cudaMemcpy(&result, out, sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
