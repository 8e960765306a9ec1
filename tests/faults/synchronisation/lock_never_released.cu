// Fault: C17 warp-spinlock-deadlock
// Finding: spin-without-progress or instruction-budget
// A path out of the critical section forgets to release the lock.
#include <cuda_runtime.h>

__device__ int mutex;

__device__ void enter() {
  while (atomicCAS(&mutex, 0, 1) != 0) {  // FAULT
  }
}

__device__ void leave() { atomicExch(&mutex, 0); }

__global__ void store_first(int* slot) {
  if (threadIdx.x != 0) return;
  enter();
  if (atomicAdd(slot, 0) != 0) return;
  atomicExch(slot, 1 + blockIdx.x);
  leave();
}

int main() {
  int* slot;
  cudaMalloc(&slot, sizeof(int));
  cudaMemset(slot, 0, sizeof(int));
  store_first<<<3, 32>>>(slot);
  cudaDeviceSynchronize();
  cudaFree(slot);
  return 0;
}
