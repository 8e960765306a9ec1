// Launches that do the same, and launches that look the same and do not.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                          \
  do {                                                       \
    if ((call) != cudaSuccess) {                             \
      std::printf("%s failed\n", #call);                     \
      std::exit(1);                                          \
    }                                                        \
  } while (false)

__global__ void add_one(int* numbers) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  numbers[i] += 1;
}

// All lanes of a warp in one bank where `stride` is 32, in different ones where it is 1.
__global__ void turn(int* numbers, int stride) {
  __shared__ int tile[32 * 32];
  const int lane = threadIdx.x;
  for (int turn = 0; turn < 64; ++turn) {
    tile[lane * stride] = turn;
    __syncthreads();
    numbers[lane] += tile[(31 - lane) * stride];
    __syncthreads();
  }
}

int main() {
  constexpr int kBlocks = 4, kThreads = 256, kCount = kBlocks * kThreads;
  int* a = nullptr;
  int* apart = nullptr;
  int* b = nullptr;
  CHECK(cudaMalloc(&a, kCount * sizeof(int)));
  CHECK(cudaMalloc(&apart, 12345));
  CHECK(cudaMalloc(&b, kCount * sizeof(int)));
  add_one<<<kBlocks, kThreads>>>(a);  // 0: L2 has nothing
  add_one<<<kBlocks, kThreads>>>(a);  // 1: L2 has it all
  add_one<<<kBlocks, kThreads>>>(a);  // 2: the same again
  add_one<<<kBlocks, kThreads>>>(b);  // 3: as 0, elsewhere
  add_one<<<kBlocks, kThreads>>>(b);  // 4: as 1, elsewhere
  turn<<<1, 32>>>(a, 1);              // 5
  turn<<<1, 32>>>(a, 32);             // 6: as many instructions and sectors, more wavefronts
  turn<<<1, 32>>>(b, 1);              // 7: as 5
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(a));
  CHECK(cudaFree(apart));
  CHECK(cudaFree(b));
}
