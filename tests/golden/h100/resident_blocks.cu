// How many blocks are on a multiprocessor at a time? Each block counts itself while it is there.
//
// CSV: registers of a thread, threads of a block, bytes of its shared memory, the most blocks that were seen on one
// multiprocessor, and what cudaOccupancyMaxActiveBlocksPerMultiprocessor says of it.
//
// nvcc -O3 -arch=sm_90 tests/golden/h100/resident_blocks.cu
#include <algorithm>
#include <cstdio>
#include <vector>

constexpr int kMostMultiprocessors = 1024;
constexpr int kBlocksEach = 80;
constexpr int kCycles = 200'000;
constexpr int kFloats = 1 << 18;

// `count` values that live as long as the block: about as many registers, and some more.
template <int count>
__global__ void hold(int* resident, int* most, float* values) {
  float held[count];
  for (int i = 0; i < count; ++i) held[i] = values[i + threadIdx.x];
  unsigned multiprocessor;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(multiprocessor));
  if (threadIdx.x == 0)
    atomicMax(&most[multiprocessor], atomicAdd(&resident[multiprocessor], 1) + 1);
  const long long begin = clock64();
  do {
#pragma unroll
    for (int i = 0; i < count; ++i) held[i] = held[i] * held[(i + 1) % count] + 1.5f;
  } while (clock64() - begin < kCycles);
  float sum = 0;
  for (int i = 0; i < count; ++i) sum += held[i] * (i + 1);
  __syncthreads();
  if (sum == 12345.f) values[0] = sum;
  if (threadIdx.x == 0) atomicSub(&resident[multiprocessor], 1);
}

struct Arrays {
  int *resident, *most;
  float* values;
};

template <int count>
void print(const Arrays& arrays, int threads, int shared_bytes) {
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, hold<count>);
  cudaFuncSetAttribute(hold<count>, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 << 10);
  int expected = 0, multiprocessors = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&expected, hold<count>, threads, shared_bytes);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  cudaMemset(arrays.resident, 0, kMostMultiprocessors * sizeof(int));
  cudaMemset(arrays.most, 0, kMostMultiprocessors * sizeof(int));
  hold<count><<<multiprocessors * kBlocksEach, threads, shared_bytes>>>(arrays.resident, arrays.most, arrays.values);
  std::vector<int> seen(kMostMultiprocessors);
  cudaMemcpy(seen.data(), arrays.most, seen.size() * sizeof(int), cudaMemcpyDeviceToHost);
  cudaGetLastError();  // blocks that do not fit are not launched
  std::printf("%d,%d,%d,%d,%d\n", attributes.numRegs, threads, shared_bytes, *std::max_element(seen.begin(), seen.end()),
              expected);
}

int main() {
  Arrays arrays;
  cudaMalloc(&arrays.resident, kMostMultiprocessors * sizeof(int));
  cudaMalloc(&arrays.most, kMostMultiprocessors * sizeof(int));
  cudaMalloc(&arrays.values, kFloats * sizeof(float));
  cudaMemset(arrays.values, 0, kFloats * sizeof(float));
  std::printf("registers,threads,shared_bytes,resident_blocks,occupancy\n");
  for (const int threads : {32, 64, 96, 160, 256, 544}) {
    print<8>(arrays, threads, 0);
    print<30>(arrays, threads, 0);
    print<60>(arrays, threads, 0);
    print<90>(arrays, threads, 0);
    print<140>(arrays, threads, 0);
    print<200>(arrays, threads, 0);
  }
  for (const int shared_bytes : {1, 6272, 6273, 6400, 46592, 46593}) print<8>(arrays, 32, shared_bytes);
}
