// Correct: an mbarrier in inline PTX whose parity flips every round
#include <cuda_runtime.h>

#include <vector>

__device__ void arrive_and_wait(unsigned barrier, unsigned parity) {
  asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0]; }" ::"r"(barrier) : "memory");
  asm volatile(
      "{ .reg .pred p; again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;"
      " @!p bra again; }" ::"r"(barrier),
      "r"(parity)
      : "memory");
}

__global__ void turn(const int* in, int* out) {
  __shared__ unsigned long long barrier;
  __shared__ int s[2][64];
  unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(&barrier));
  int t = threadIdx.x, value = in[t];
  if (t == 0) asm volatile("mbarrier.init.shared.b64 [%0], 64;" ::"r"(address) : "memory");
  __syncthreads();
  for (int r = 0; r < 4; ++r) {
    s[r % 2][t] = value;
    arrive_and_wait(address, r % 2);
    value = s[r % 2][(t + 16) % 64];
  }
  out[t] = value;
}

int main() {
  const int n = 64;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<int>(i);
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  turn<<<1, 64>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int i = 0; i < n; ++i) {
    if (out[i] != static_cast<int>(i)) return 1;
  }
  return 0;
}
