// Fault: A17 early-device-reset
// Finding: unawaited-work
// The program ends while its last kernel and copy may still run: nobody waits for the stream.
#include <cuda_runtime.h>

__global__ void fill(int* data) { data[threadIdx.x] = 1; }

int main() {
  static int *host, *data;
  cudaMallocHost(&host, 32 * sizeof(int));
  cudaMallocAsync(&data, 32 * sizeof(int), 0);
  fill<<<1, 32>>>(data);
  cudaMemcpyAsync(host, data, 32 * sizeof(int), cudaMemcpyDeviceToHost);  // FAULT
  cudaFreeAsync(data, 0);
  return 0;
}
