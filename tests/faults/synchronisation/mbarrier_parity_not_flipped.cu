// Fault: C28 mbarrier-phase-wrong
// Finding: mbarrier-phase-wrong or missing-barrier or missing-trailing-barrier or deadlock
// The wait of every round asks for parity 0; from the second round on it returns at once.
#include <cuda_runtime.h>

#include <vector>

__device__ void wait_parity(unsigned barrier, unsigned parity) {
  asm volatile(  // FAULT
      "{ .reg .pred p; again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @!p bra again; "
      "}" ::"r"(barrier),
      "r"(parity)   // FAULT
      : "memory");  // FAULT
}

__global__ void rounds_of_two(int* out, int rounds) {
  __shared__ unsigned long long barrier;
  __shared__ int value[2][32];
  int lane = threadIdx.x % 32;
  unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(&barrier));
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared.b64 [%0], 64;" ::"r"(address) : "memory");
  __syncthreads();
  int sum = 0;
  for (int r = 0; r < rounds; ++r) {
    if (threadIdx.x < 32) value[r][lane] = r + lane;  // FAULT
    asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0]; }" ::"r"(address) : "memory");
    wait_parity(address, 0);
    if (threadIdx.x >= 32) sum += value[r][31 - lane];  // FAULT
  }
  out[threadIdx.x] = sum;
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  rounds_of_two<<<1, 64>>>(out, 2);
  cudaDeviceSynchronize();
  cudaFree(out);
  return 0;
}
