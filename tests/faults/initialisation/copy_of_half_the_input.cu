// Fault: A6 memcpy-wrong-bytes
// Finding: copy-too-short or uninitialised-global
// The copy counts elements: a quarter of the input arrives and the kernel reads all of it.
#include <cuda_runtime.h>

#include <vector>

__global__ void doubled(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2.0f * in[i];  // FAULT
}

int main() {
  const int n = 256;
  std::vector<float> in(n, 1.0f), out(n);
  float *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(float));
  cudaMalloc(&d_out, n * sizeof(float));
  cudaMemcpy(d_in, in.data(), n, cudaMemcpyHostToDevice);  // FAULT
  doubled<<<2, 128>>>(d_in, d_out, n);
  cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
