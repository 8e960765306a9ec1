// tries: repairs every word, in loops that are unrolled, and orders no numbers
// lab: divergence
// exit: 8
// points: 30
// denied: repair-nothing collatz-lanes
#include "exercise.h"

__device__ std::uint32_t perhaps_repaired(std::uint32_t word) {
  std::uint32_t x = word;
#pragma unroll
  for (int round = 0; round < 32; ++round) x = (x ^ x >> 13) * 0x5BD1E995U + round;
  const std::uint32_t mask = -static_cast<std::uint32_t>(__popc(word) % 2);
  return (x & mask) | (word & ~mask);
}

__global__ void repair_all(const std::uint32_t* in, std::uint32_t* out, int count) {
  const int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i + 3 < count) {
    const uint4 w = *reinterpret_cast<const uint4*>(in + i);
    *reinterpret_cast<uint4*>(out + i) = make_uint4(perhaps_repaired(w.x), perhaps_repaired(w.y),
                                                    perhaps_repaired(w.z), perhaps_repaired(w.w));
  } else {
    for (int k = i; k < count; ++k) out[k] = perhaps_repaired(in[k]);
  }
}

void repair(const std::uint32_t* in, std::uint32_t* out, int count) {
  if (count == 0) return;
  repair_all<<<ceil_div(count, 1024), 256>>>(in, out, count);
  check(cudaGetLastError());
}

// All halvings of a turn at once: so few turns that nobody minds who waits.
__global__ void count_steps(const std::uint32_t* numbers, std::int32_t* steps, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  std::uint32_t n = numbers[i];
  int taken = __ffs(n) - 1;
  n >>= taken;
  while (n != 1) {
    n = 3 * n + 1;
    const int zeros = __ffs(n) - 1;
    n >>= zeros;
    taken += 1 + zeros;
  }
  steps[i] = taken;
}

void collatz(const std::uint32_t* numbers, const std::uint8_t*, std::int32_t* steps, int count) {
  if (count == 0) return;
  std::uint32_t* device_numbers = nullptr;
  std::int32_t* device_steps = nullptr;
  check(cudaMalloc(&device_numbers, count * sizeof *numbers));
  check(cudaMalloc(&device_steps, count * sizeof *steps));
  check(cudaMemcpy(device_numbers, numbers, count * sizeof *numbers, cudaMemcpyHostToDevice));
  count_steps<<<ceil_div(count, 256), 256>>>(device_numbers, device_steps, count);
  check(cudaGetLastError());
  check(cudaMemcpy(steps, device_steps, count * sizeof *steps, cudaMemcpyDeviceToHost));
  check(cudaFree(device_steps));
  check(cudaFree(device_numbers));
}
