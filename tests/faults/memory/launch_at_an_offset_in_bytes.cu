// Fault: B8 byte-offset-of-typed-pointer
// Finding: offset-in-bytes
// Each launch takes a part of the array; from the second one on its pointer lies behind the end.
#include <cuda_runtime.h>

#include <vector>

__global__ void scale(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2.0 * in[i];
}

int main() {
  const int n = 2048, parts = 2, part = n / parts;
  std::vector<double> host(n, 1.0);
  double *in, *out;
  cudaMalloc(&in, n * sizeof(double));
  cudaMalloc(&out, n * sizeof(double));
  cudaMemcpy(in, host.data(), n * sizeof(double), cudaMemcpyHostToDevice);
  for (int p = 0; p < parts; ++p) {
    scale<<<part / 256, 256>>>(&in[p * part * sizeof(double)], out + p * part, part);  // FAULT
  }
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
