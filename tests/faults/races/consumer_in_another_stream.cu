// Fault: A20 cross-stream-dependency-missing
// Finding: stream-race
// The second stream uses what the first one makes, and does not wait for it.
#include <cuda_runtime.h>

#include <vector>

__global__ void produce(int* data) { data[threadIdx.x] = threadIdx.x; }

__global__ void consume(const int* data, int* out) { out[threadIdx.x] = 2 * data[threadIdx.x]; }

int main() {
  int *data, *out;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaStream_t first, second;
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaMemset(data, 0, 64 * sizeof(int));
  cudaDeviceSynchronize();
  produce<<<1, 64, 0, first>>>(data);
  consume<<<1, 64, 0, second>>>(data, out);  // FAULT
  cudaDeviceSynchronize();
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaFree(data);
  cudaFree(out);
  return 0;
}
