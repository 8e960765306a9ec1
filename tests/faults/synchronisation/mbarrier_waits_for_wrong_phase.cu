// Fault: C28 mbarrier-phase-wrong
// Finding: mbarrier-phase-wrong or missing-barrier or deadlock
// The parity that is waited for is that of the phase before: the wait returns at once and the data
// are not there.
#include <cuda_runtime.h>

#include <vector>

__device__ unsigned address_of(const void* shared) {
  return static_cast<unsigned>(__cvta_generic_to_shared(shared));
}

__device__ void wait_parity(unsigned barrier, unsigned parity) {
  asm volatile(  // FAULT
      "{ .reg .pred p; again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @!p bra again; "
      "}" ::"r"(barrier),
      "r"(parity)   // FAULT
      : "memory");  // FAULT
}

__global__ void pass(const int* in, int* out) {
  __shared__ unsigned long long barrier;
  __shared__ int buffer[32];
  int lane = threadIdx.x % 32;
  unsigned address = address_of(&barrier);
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared.b64 [%0], 32;" ::"r"(address) : "memory");
  __syncthreads();
  if (threadIdx.x < 32) {
    buffer[lane] = in[lane];  // FAULT
    asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0]; }" ::"r"(address) : "memory");
  } else {
    wait_parity(address, 1);
    out[lane] = buffer[31 - lane];  // FAULT
  }
}

int main() {
  std::vector<int> host(32, 1);
  int *in, *out;
  cudaMalloc(&in, 32 * sizeof(int));
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMemcpy(in, host.data(), 32 * sizeof(int), cudaMemcpyHostToDevice);
  pass<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
