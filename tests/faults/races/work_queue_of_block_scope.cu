// Fault: C16 atomic-wrong-scope
// Finding: race-between-blocks or atomic-scope-too-narrow
// Blocks draw tickets from one queue with cuda::atomic_ref of block scope.
#include <cuda_runtime.h>

#include <cuda/atomic>

__global__ void draw(int* ticket, int* done, int tasks) {
  if (threadIdx.x != 0) return;
  cuda::atomic_ref<int, cuda::thread_scope_block> next(*ticket);
  for (int i = next.fetch_add(1); i < tasks; i = next.fetch_add(1)) {  // FAULT
    atomicAdd(&done[i], 1);
  }
}

int main() {
  int *ticket, *done;
  cudaMalloc(&ticket, sizeof(int));
  cudaMalloc(&done, 40 * sizeof(int));
  cudaMemset(ticket, 0, sizeof(int));
  cudaMemset(done, 0, 40 * sizeof(int));
  draw<<<4, 32>>>(ticket, done, 40);
  cudaDeviceSynchronize();
  cudaFree(ticket);
  cudaFree(done);
  return 0;
}
