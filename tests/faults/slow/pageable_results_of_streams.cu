// Fault: D23 pageable-copy
// Finding: pageable-copies-serialise
// Four streams bring their results into an array on the heap.
#include <cuda_runtime.h>

#include <cstdlib>

__global__ void fill(double* data, double value) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

int main() {
  const int n = 1 << 13, streams = 4;
  const size_t bytes = n * sizeof(double);
  double *d, *host = static_cast<double*>(std::malloc(streams * bytes));
  cudaMalloc(&d, streams * bytes);
  cudaStream_t stream[streams];
  for (auto& s : stream) cudaStreamCreate(&s);
  for (int s = 0; s < streams; ++s) {
    fill<<<n / 256, 256, 0, stream[s]>>>(d + s * n, 1.0 * s);
    cudaMemcpyAsync(host + s * n, d + s * n, bytes, cudaMemcpyDeviceToHost, stream[s]);  // FAULT
  }
  cudaDeviceSynchronize();
  for (auto& s : stream) cudaStreamDestroy(s);
  cudaFree(d);
  std::free(host);
  return 0;
}
