// Fault: B6 boundary-condition-wrong
// Finding: out-of-bounds
// A three-point stencil whose left edge is guarded for the wrong element.
#include <cuda_runtime.h>

#include <vector>

__global__ void smooth(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n - 1) return;
  float left = i == 1 ? 0.0f : in[i - 1];  // FAULT
  out[i] = (left + in[i] + in[i + 1]) / 3.0f;
}

int main() {
  const int n = 256;
  std::vector<float> in(n, 1.0f), out(n - 1);
  float *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(float));
  cudaMalloc(&d_out, n * sizeof(float));
  cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  smooth<<<2, 128>>>(d_in, d_out, n);
  cudaMemcpy(out.data(), d_out, out.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
