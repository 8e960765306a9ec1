// Kernels of which one knows what they lose, each beside one that does not lose it.
// explain_test.cpp tells them apart by the order of main().
#include <cuda_runtime.h>

#include <cstdio>

namespace {

template <int kPad>
__global__ void transpose(const float* from, float* to, int n) {
  __shared__ float tile[32][32 + kPad];
  for (int j = threadIdx.y; j < 32; j += 8)
    tile[j][threadIdx.x] = from[(blockIdx.y * 32 + j) * n + blockIdx.x * 32 + threadIdx.x];
  __syncthreads();
  for (int j = threadIdx.y; j < 32; j += 8)
    to[(blockIdx.x * 32 + j) * n + blockIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][j];
}

/// Lanes of a warp are `across` apart in memory, its neighbours beside it.
__global__ void copy(const float* from, float* to, int across, int down) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  to[x * across + y * down] = from[x * across + y * down];
}

/// Waits for memory in each turn; how many blocks fit is decided by what it is launched with.
__global__ void chase(const int* from, int* to, int turns, int n) {
  int at = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  for (int i = 0; i < turns; ++i) at = (from[at] + at + 7919 * 32) % n;
  to[blockIdx.x * blockDim.x + threadIdx.x] = at;
}

__global__ void compute(float* to, float factor, int turns) {
  float a = threadIdx.x, b = a + 1, c = a + 2, d = a + 3;
  for (int i = 0; i < turns; ++i) {
#pragma unroll
    for (int k = 0; k < 8; ++k) {
      a = a * factor + 1.f, b = b * factor + 1.f, c = c * factor + 1.f, d = d * factor + 1.f;
    }
  }
  to[blockIdx.x * blockDim.x + threadIdx.x] = a + b + c + d;
}

__global__ void count(unsigned* to, unsigned mask) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&to[i * 64 & mask], i);
}

__global__ void uneven(float* to, float factor, int turns) {
  float value = threadIdx.x;
  const int own = blockIdx.x == 0 ? turns : turns / 32;
  for (int i = 0; i < own; ++i) value = value * factor + 1.f;
  to[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

}  // namespace

int main() {
  constexpr int kSide = 1024, kWords = 1 << 24, kShared = 48 << 10;
  float *from = nullptr, *to = nullptr;
  cudaMalloc(&from, kWords * sizeof(float));
  cudaMalloc(&to, kWords * sizeof(float));
  cudaMemset(from, 0, kWords * sizeof(float));
  const dim3 tiles(kSide / 32, kSide / 32), threads(32, 8);
  transpose<0><<<tiles, threads>>>(from, to, kSide);
  transpose<1><<<tiles, threads>>>(from, to, kSide);
  const dim3 blocks(kSide / 32, kSide / 8);
  copy<<<blocks, threads>>>(from, to, kSide, 1);
  copy<<<blocks, threads>>>(from, to, 1, kSide);
  auto* words = reinterpret_cast<int*>(from);
  chase<<<132 * 32, 64, kShared>>>(words, reinterpret_cast<int*>(to), 8, kWords);
  chase<<<132 * 32, 64>>>(words, reinterpret_cast<int*>(to), 8, kWords);
  compute<<<132 * 4, 512>>>(to, 0.5f, 100);
  count<<<512, 256>>>(reinterpret_cast<unsigned*>(to), 0);
  count<<<512, 256>>>(reinterpret_cast<unsigned*>(to), kWords - 1);
  uneven<<<132, 128>>>(to, 0.5f, 20000);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  return error == cudaSuccess ? 0 : 1;
}
