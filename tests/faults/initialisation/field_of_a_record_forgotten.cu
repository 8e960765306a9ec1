// Fault: A14 grid-too-small
// Finding: uninitialised-copy
// Each thread has a record of its own, and one member of it nobody writes.
#include <cuda_runtime.h>

struct Result {
  int packet, action, matches;
  long long finished;
};

__global__ void inspect(Result* results, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  results[i].packet = i;
  results[i].action = i % 3;
  results[i].matches = i % 5;
}

int main() {
  const int n = 64;
  static Result results[n];
  Result* on_device;
  cudaMalloc(&on_device, sizeof results);
  inspect<<<1, n>>>(on_device, n);                                         // FAULT
  cudaMemcpy(results, on_device, sizeof results, cudaMemcpyDeviceToHost);  // FAULT
  cudaFree(on_device);
  return results[3].finished == 7 ? 1 : 0;
}
