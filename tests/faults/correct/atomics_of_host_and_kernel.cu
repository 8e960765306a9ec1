// Correct: host and kernel add to the same managed counters, both atomically, while neither waits
#include <cuda_runtime.h>

__global__ void add(int* counters) {
  atomicAdd_system(&counters[threadIdx.x % 4], 1);
  atomicMax_system(&counters[4], static_cast<int>(threadIdx.x));
}

int main() {
  int* counters;
  cudaMallocManaged(&counters, 5 * sizeof(int));
  for (int i = 0; i < 5; ++i) counters[i] = 0;
  add<<<8, 128>>>(counters);
  for (int i = 0; i < 1024; ++i) __atomic_fetch_add(&counters[i % 4], 1, __ATOMIC_SEQ_CST);
  cudaDeviceSynchronize();
  bool is_right = counters[4] == 127;
  for (int i = 0; i < 4; ++i) is_right = is_right && counters[i] == 512;
  cudaFree(counters);
  return is_right ? 0 : 1;
}
