// Correct: a kernel writes page-locked memory of the host, which reads it after the stream is done
#include <cuda_runtime.h>

#include <vector>

__global__ void squares(const int* in, int* mapped) {
  mapped[threadIdx.x] = in[threadIdx.x] * in[threadIdx.x];
}

int main() {
  const int n = 32;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<int>(i);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  int *host, *seen_by_device;
  cudaHostAlloc(&host, n * sizeof(int), cudaHostAllocMapped);
  cudaHostGetDevicePointer(&seen_by_device, host, 0);
  squares<<<1, 32>>>(d_in, seen_by_device);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) host[i] += 1;
  cudaMemcpy(d_out, host, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaFreeHost(host);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int i = 0; i < n; ++i) {
    if (out[i] != static_cast<int>(i * i + 1)) return 1;
  }
  return 0;
}
