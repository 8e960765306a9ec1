// Fault: D1 uncoalesced-load
// Finding: uncoalesced-load
// Neighbouring threads read eight floats apart.
#include <cuda_runtime.h>

#include <vector>

__global__ void thin_out(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[8 * i];  // FAULT
}

int main() {
  const int n = 64 * 256;
  std::vector<float> host(8 * n, 1.0f);
  float *in, *out;
  cudaMalloc(&in, 8 * n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(in, host.data(), 8 * n * sizeof(float), cudaMemcpyHostToDevice);
  thin_out<<<64, 256>>>(in, out, n);
  cudaMemcpy(host.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
