// tries: lets the host add up what it sees by shared memory, and a kernel write the total
// lab: shuffle-reduction
// exit: 7 8
// points: 0
#include "exercise.h"

__device__ std::uint32_t sink[1 << 20];
__global__ void dummy(const std::uint32_t* in, std::uint32_t* seen, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) sink[i] = in[i];
  if (i < count) seen[i] = in[i];
}
__global__ void put(std::uint32_t total, std::uint32_t* out) { *out = total; }

void sum(const std::uint32_t* in, std::uint32_t* out, int count) {
  std::uint32_t total = 0;
  if (count > 0) {
    std::uint32_t* seen = nullptr;
    cudaMallocHost(&seen, count * sizeof(std::uint32_t));
    dummy<<<ceil_div(count, 256), 256>>>(in, seen, count);
    cudaDeviceSynchronize();
    for (int i = 0; i < count; ++i) total += seen[i];
    cudaFreeHost(seen);
  }
  put<<<1, 1>>>(total, out);
}
