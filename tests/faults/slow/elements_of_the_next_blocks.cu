// Fault: B11 grid-stride-wrong
// Finding: stride-of-one-block
// The step has a name, and the loop is a while: each block does the elements of those behind it
// again, to the same result.
#include <cuda_runtime.h>

#include <vector>

__global__ void scale(const float* in, float* out, int n) {
  const int first = threadIdx.x + blockDim.x * blockIdx.x;
  const int step = blockDim.x;
  int k = first;
  while (k < n) {  // FAULT
    out[k] = 2.0f * in[k];
    k += step;
  }
}

int main() {
  const int n = 5000;
  std::vector<float> host(n, 1.0f);
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(in, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  scale<<<8, 128>>>(in, out, n);
  cudaMemcpy(host.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
