// Fault: A20 cross-stream-dependency-missing
// Finding: event-never-recorded
// The stream waits for an event that is recorded only afterwards: the wait does nothing.
#include <cuda_runtime.h>

__global__ void fill(int* data) { data[threadIdx.x] = 1; }

int main() {
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  cudaStream_t first, second;
  cudaEvent_t done;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaEventCreate(&done);
  cudaStreamWaitEvent(second, done, 0);  // FAULT
  fill<<<1, 32, 0, first>>>(data);
  cudaEventRecord(done, first);
  cudaDeviceSynchronize();
  cudaEventDestroy(done);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaFree(data);
  return 0;
}
