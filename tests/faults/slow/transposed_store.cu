// Fault: D2 uncoalesced-store
// Finding: uncoalesced-store
// A simple transposition reads rows and writes columns.
#include <cuda_runtime.h>

#include <vector>

__global__ void transpose(const float* in, float* out, int n) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  float value = in[y * n + x];
  out[x * n + y] = value;  // FAULT
}

int main() {
  const int n = 128;
  std::vector<float> m(n * n, 1.0f);
  float *in, *out;
  cudaMalloc(&in, m.size() * sizeof(float));
  cudaMalloc(&out, m.size() * sizeof(float));
  cudaMemcpy(in, m.data(), m.size() * sizeof(float), cudaMemcpyHostToDevice);
  transpose<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(in, out, n);
  cudaMemcpy(m.data(), out, m.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
