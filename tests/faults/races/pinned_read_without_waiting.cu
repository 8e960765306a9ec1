// Fault: A4 missing-sync-before-host-read
// Finding: missing-sync-before-host-read or result-read-too-early
// The host prints the first result of an asynchronous copy that nobody waited for.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(double* data, double value) { data[threadIdx.x] = value; }

int main() {
  double *data, *host;
  cudaMalloc(&data, 64 * sizeof(double));
  cudaMallocHost(&host, 64 * sizeof(double));
  host[0] = 0.0;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  fill<<<1, 64, 0, stream>>>(data, 2.5);
  cudaMemcpyAsync(host, data, 64 * sizeof(double), cudaMemcpyDeviceToHost, stream);
  std::printf("%f\n", host[0]);  // FAULT
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  cudaFree(data);
  cudaFreeHost(host);
  return 0;
}
