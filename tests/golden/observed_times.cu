// Accesses of all kinds that the clock tells apart, in kernels in which one thing waits for the
// other.
#include <cuda_runtime.h>

#include <cstdio>

namespace {

constexpr int kThreads = 128, kTurns = 32;

/// Each word is where the next one is.
template <typename Word>
__global__ void chase_global(const Word* from, Word* to) {
  Word at = threadIdx.x;
#pragma unroll 1
  for (int i = 0; i < kTurns; ++i) at = from[at];
  to[threadIdx.x] = at;
}

template <typename Word>
__global__ void chase_shared(Word* to) {
  __shared__ Word words[kThreads];
  words[threadIdx.x] = static_cast<Word>((threadIdx.x + 1) % kThreads);
  __syncthreads();
  Word at = threadIdx.x;
#pragma unroll 1
  for (int i = 0; i < kTurns; ++i) at = words[at];
  to[threadIdx.x] = at;
}

__global__ void chase_vectors(const int4* from, int4* to) {
  __shared__ int4 vectors[kThreads];
  vectors[threadIdx.x] = from[threadIdx.x];
  __syncthreads();
  int4 at{};
#pragma unroll 1
  for (int i = 0; i < kTurns; ++i) {
    const int4 next = vectors[(at.x + at.y + at.z + at.w + threadIdx.x) % kThreads];
    at = from[(next.x + next.y + next.z + next.w + threadIdx.x) % kThreads];
  }
  to[threadIdx.x] = at;
}

/// By addresses of which ptxas does not know where they lead.
__global__ void chase_anywhere(double* memory, bool is_shared) {
  __shared__ double words[kThreads];
  double* const place = is_shared ? words : memory;
  place[threadIdx.x] = 0;
  double at = 0;
#pragma unroll 1
  for (int i = 0; i < kTurns; ++i) at = place[(static_cast<int>(at) + threadIdx.x) % kThreads];
  memory[threadIdx.x] = at;
}

template <typename Word>
__global__ void swap_shared(Word* to) {
  __shared__ Word words[4];
  if (threadIdx.x < 4) words[threadIdx.x] = 0;
  __syncthreads();
  Word seen = threadIdx.x;
#pragma unroll 1
  for (int i = 0; i < kTurns; ++i) seen = atomicCAS(&words[threadIdx.x % 4], seen, seen + 1);
#pragma unroll 1
  for (int i = 0; i < kTurns; ++i) seen = atomicExch(&words[threadIdx.x % 4], seen);
  to[threadIdx.x] = seen;
}

template <typename Word>
__global__ void add_shared(Word* to) {
  __shared__ Word words[4];
  if (threadIdx.x < 4) words[threadIdx.x] = 0;
  __syncthreads();
  for (int i = 0; i < kTurns; ++i) atomicAdd(&words[threadIdx.x % 4], Word{1});
  __syncthreads();
  to[threadIdx.x] = words[threadIdx.x % 4];
}

template <typename Word>
__global__ void add_global(Word* sums, Word* to) {
  Word seen = 0;
#pragma unroll 1
  for (int i = 0; i < 4; ++i) seen += atomicAdd(&sums[threadIdx.x % 8], Word{1});
  atomicAdd(&sums[8], Word{1});
  to[threadIdx.x] = seen;
}

__global__ void swap_global(unsigned long long* words) {
  unsigned long long seen = threadIdx.x;
#pragma unroll 1
  for (int i = 0; i < 4; ++i) seen = atomicCAS(&words[threadIdx.x % 8], seen, seen + 1);
  words[threadIdx.x + 8] = seen;
}

__global__ void own_rows(double* to, int first) {
  double rows[16];
  for (int i = 0; i < 16; ++i) rows[i] = first + i;
#pragma unroll 1
  for (int i = 0; i < kTurns; ++i) rows[(first + i) % 16] += rows[(first + 3 * i) % 16];
  to[threadIdx.x] = rows[first % 16];
}

__constant__ double constants[kThreads];

__global__ void read_constants(double* to) {
  double sum = 0;
  for (int i = 0; i < kTurns; ++i) sum += constants[(threadIdx.x + i) % kThreads];
  to[threadIdx.x] = sum;
}

__global__ void divide(float* to, float by) {
  float value = threadIdx.x;
  for (int i = 0; i < kTurns; ++i) value = value / by + 1;
  to[threadIdx.x] = value;
}

/// Bytes and words next to each other, some of which nobody reads.
__global__ void narrow(const uchar4* from, short2* to) {
  short2 sum{};
#pragma unroll 1
  for (int i = 0; i < kTurns; ++i) {
    const uchar4 bytes = from[(threadIdx.x + sum.x) % kThreads];
    sum.x += bytes.x & 1, sum.y += bytes.z;
  }
  to[threadIdx.x] = sum;
}

}  // namespace

int main() {
  constexpr int kBytes = 1 << 20;
  void* from = nullptr;
  void* to = nullptr;
  cudaMalloc(&from, kBytes);
  cudaMalloc(&to, kBytes);
  cudaMemset(from, 0, kBytes);
  cudaMemset(to, 0, kBytes);
  using Long = unsigned long long;
  chase_global<<<2, kThreads>>>(static_cast<unsigned*>(from), static_cast<unsigned*>(to));
  chase_global<<<2, kThreads>>>(static_cast<Long*>(from), static_cast<Long*>(to));
  chase_shared<<<2, kThreads>>>(static_cast<unsigned*>(to));
  chase_shared<<<2, kThreads>>>(static_cast<Long*>(to));
  chase_vectors<<<1, kThreads>>>(static_cast<int4*>(from), static_cast<int4*>(to));
  chase_anywhere<<<1, kThreads>>>(static_cast<double*>(to), true);
  chase_anywhere<<<1, kThreads>>>(static_cast<double*>(to), false);
  swap_shared<<<1, kThreads>>>(static_cast<unsigned*>(to));
  swap_shared<<<1, kThreads>>>(static_cast<Long*>(to));
  add_shared<<<1, kThreads>>>(static_cast<unsigned*>(to));
  add_shared<<<1, kThreads>>>(static_cast<float*>(to));
  add_global<<<1, kThreads>>>(static_cast<unsigned*>(from), static_cast<unsigned*>(to));
  add_global<<<1, kThreads>>>(static_cast<double*>(from), static_cast<double*>(to));
  swap_global<<<1, kThreads>>>(static_cast<Long*>(from));
  own_rows<<<1, kThreads>>>(static_cast<double*>(to), 3);
  read_constants<<<1, kThreads>>>(static_cast<double*>(to));
  divide<<<1, kThreads>>>(static_cast<float*>(to), 3e38f);
  narrow<<<1, kThreads>>>(static_cast<uchar4*>(from), static_cast<short2*>(to));
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  cudaFree(from);
  cudaFree(to);
  return error == cudaSuccess ? 0 : 1;
}
