// Fault: C13 value-of-one-thread
// Finding: value-of-one-thread
// Lane 0 draws places for its warp, and nobody tells the other lanes where they begin.
#include <cuda_runtime.h>

#include <vector>

__global__ void keep_even(const int* in, int n, int* out, unsigned* kept) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x % 32;
  const bool stays = i < n && in[i] % 2 == 0;
  const unsigned staying = __ballot_sync(0xffffffff, stays);
  unsigned first = 0;
  if (lane == 0) first = atomicAdd(kept, __popc(staying));
  const unsigned place = __popc(staying & ((1u << lane) - 1));
  if (stays) out[first + place] = in[i];  // FAULT
}

int main() {
  constexpr int kCount = 1024;
  std::vector<int> numbers(kCount);
  for (int i = 0; i < kCount; ++i) numbers[i] = 7 * i % 1000;
  int *in = nullptr, *out = nullptr;
  unsigned* kept = nullptr;
  cudaMalloc(&in, kCount * sizeof(int));
  cudaMalloc(&out, kCount * sizeof(int));
  cudaMalloc(&kept, sizeof(unsigned));
  cudaMemcpy(in, numbers.data(), kCount * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(kept, 0, sizeof(unsigned));
  keep_even<<<kCount / 256, 256>>>(in, kCount, out, kept);
  unsigned count = 0;
  cudaMemcpy(&count, kept, sizeof count, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  cudaFree(kept);
  return count == 0 ? 1 : 0;
}
