// Fault: D18 accumulate-in-global
// Finding: accumulate-in-global
// A device function adds to a reference into global memory in every step.
#include <cuda_runtime.h>

#include <vector>

__device__ void add_powers(double& result, const double* x, int i, int steps) {
  double power = 1.0;
  for (int s = 0; s < steps; ++s) {
    power *= x[i];
    result += power;  // FAULT
  }
}

__global__ void series(const double* x, double* out, int steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 1.0;
  add_powers(out[i], x, i, steps);
}

int main() {
  const int n = 32 * 256;
  std::vector<double> host(n, 0.5);
  double *x, *out;
  cudaMalloc(&x, n * sizeof(double));
  cudaMalloc(&out, n * sizeof(double));
  cudaMemcpy(x, host.data(), n * sizeof(double), cudaMemcpyHostToDevice);
  series<<<n / 256, 256>>>(x, out, 20);
  cudaMemcpy(host.data(), out, n * sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(x);
  cudaFree(out);
  return 0;
}
