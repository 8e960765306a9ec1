// Fault: C28 mbarrier-phase-wrong
// Finding: missing-barrier
// The first thread makes the barrier, and the other warps arrive there without waiting until it is
// made.
#include <cuda_runtime.h>

__global__ void turn(const int* in, int* out) {
  __shared__ int s[64];
  __shared__ unsigned long long barrier;
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&barrier));
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared.b64 [%0], 64;" ::"r"(at) : "memory");  // FAULT
  s[threadIdx.x] = in[threadIdx.x];
  asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0]; }" ::"r"(at)  // FAULT
               : "memory");
  asm volatile(
      "{ .reg .pred p; again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0; @!p bra again; "
      "}" ::"r"(at)
      : "memory");
  out[threadIdx.x] = s[63 - threadIdx.x];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(in, 0, 64 * sizeof(int));
  turn<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
