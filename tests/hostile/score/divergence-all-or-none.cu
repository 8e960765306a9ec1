// tries: one damaged word anywhere, and every warp repairs all of its words
// lab: divergence
// exit: 8
// points: 15
// denied: repair-instructions
#include "exercise.h"

constexpr int kThreads = 256;

__device__ int damage;
__global__ void look_kernel(const std::uint32_t* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count && is_damaged(in[i])) damage = 1;
}

__global__ void repair_kernel(const std::uint32_t* in, std::uint32_t* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  unsigned x = in[i];
  const unsigned word = x;
  if (damage) {
#pragma unroll
    for (int r = 0; r < 32; ++r) x = (x ^ x >> 13) * 0x5BD1E995U + r;
  }
  out[i] = __popc(word) % 2 ? x : word;
}

void repair(const std::uint32_t* in, std::uint32_t* out, int count) {
  if (count == 0) return;
  void* p;
  check(cudaGetSymbolAddress(&p, damage));
  check(cudaMemset(p, 0, 4));
  look_kernel<<<ceil_div(count, kThreads), kThreads>>>(in, count);
  repair_kernel<<<ceil_div(count, kThreads), kThreads>>>(in, out, count);
  check(cudaGetLastError());
}
