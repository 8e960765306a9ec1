// Fault: C11 value-of-one-thread
// Finding: value-of-one-thread says "only where stays holds for lane 0 itself"
// Lane 0 draws places for its warp only where its own number stays; else all take those from 0 on.
#include <cuda_runtime.h>

#include <vector>

__global__ void keep_even(const int* in, int* out, unsigned* kept) {
  const int lane = threadIdx.x % 32;
  const int value = in[blockIdx.x * blockDim.x + threadIdx.x];
  const bool stays = value % 2 == 0;
  const unsigned staying = __ballot_sync(0xffffffff, stays);
  unsigned first = 0;
  if (lane == 0 && stays) first = atomicAdd(kept, __popc(staying));  // FAULT
  first = __shfl_sync(0xffffffff, first, 0);
  if (stays) out[first + __popc(staying & ((1u << lane) - 1))] = value;
}

int main() {
  const int n = 1024;
  std::vector<int> host(n);
  for (int i = 0; i < n; ++i) host[i] = i * 7 + i / 32;
  int *in, *out;
  unsigned* kept;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMalloc(&kept, sizeof(unsigned));
  cudaMemset(out, 0, n * sizeof(int));
  cudaMemset(kept, 0, sizeof(unsigned));
  cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  keep_even<<<n / 256, 256>>>(in, out, kept);
  cudaMemcpy(host.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  cudaFree(kept);
  return 0;
}
