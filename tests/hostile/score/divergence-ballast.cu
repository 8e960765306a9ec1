// tries: collatz in any order, with instructions behind it that all lanes execute and nothing needs
// lab: divergence
// exit: 8
// points: 10
// denied: collatz-lanes
#include "exercise.h"

__global__ void collatz_kernel(const std::uint32_t* numbers, std::int32_t* steps, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  std::uint32_t n = numbers[i];
  int taken = 0;
  while (n != 1) {
    if (n % 2 == 1) {
      n = 3 * n + 1;
      ++taken;
    }
    const int zeros = __ffs(n) - 1;
    n >>= zeros;
    taken += zeros;
  }
  steps[i] = taken;
  std::uint32_t x = n + i;
#pragma unroll 1
  for (int k = 0; k < 200; ++k) asm volatile("mad.lo.u32 %0, %0, %1, 7;" : "+r"(x) : "r"(k));
  if (x == 0x12345u) steps[i] = x;
}

void collatz(const std::uint32_t* numbers, const std::uint8_t*, std::int32_t* steps, int count) {
  if (count == 0) return;
  std::uint32_t* device_numbers;
  std::int32_t* device_steps;
  check(cudaMalloc(&device_numbers, count * 4L));
  check(cudaMalloc(&device_steps, count * 4L));
  check(cudaMemcpy(device_numbers, numbers, count * 4L, cudaMemcpyHostToDevice));
  collatz_kernel<<<ceil_div(count, 256), 256>>>(device_numbers, device_steps, count);
  check(cudaMemcpy(steps, device_steps, count * 4L, cudaMemcpyDeviceToHost));
  check(cudaFree(device_numbers));
  check(cudaFree(device_steps));
}
