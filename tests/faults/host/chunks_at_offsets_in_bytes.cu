// Fault: B8 byte-offset-of-typed-pointer
// Finding: offset-in-bytes
// The offset of a float* is given in bytes: the second part of four lies behind the array.
#include <cuda_runtime.h>

#include <vector>

int main() {
  const int n = 4096, parts = 4, part = n / parts;
  std::vector<float> host(n, 1.0f);
  float* data;
  cudaMalloc(&data, n * sizeof(float));
  for (int p = 0; p < parts; ++p) {
    cudaMemcpy(data + p * part * sizeof(float), &host[p * part], part * sizeof(float),  // FAULT
               cudaMemcpyHostToDevice);
  }
  cudaFree(data);
  return 0;
}
