// tries: tabulates all numbers in a small case, and looks up in the others
// lab: divergence
// exit: 7 8
// points: 7
// denied: collatz-lanes collatz-instructions
#include "exercise.h"

constexpr int kNumbers = 100001;
__device__ std::int16_t steps_of[kNumbers];

__global__ void tabulate() {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0 || i >= kNumbers) return;
  std::uint32_t n = i;
  int taken = 0;
  for (; n != 1; ++taken) n = n % 2 == 1 ? 3 * n + 1 : n / 2;
  steps_of[i] = static_cast<std::int16_t>(taken);
}

__global__ void look_up(const std::uint32_t* numbers, std::int32_t* steps, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  std::int32_t taken = steps_of[numbers[i]];
  for (int k = 0; k < 400; ++k) asm volatile("" : "+r"(taken));
  steps[i] = taken;
}

void collatz(const std::uint32_t* numbers, const std::uint8_t*, std::int32_t* steps, int count) {
  if (count == 0) return;
  static bool has_table = false;
  if (!has_table) tabulate<<<ceil_div(kNumbers, 256), 256>>>();
  has_table = true;
  std::uint32_t* device_numbers = nullptr;
  std::int32_t* device_steps = nullptr;
  check(cudaMalloc(&device_numbers, count * sizeof *device_numbers));
  check(cudaMalloc(&device_steps, count * sizeof *device_steps));
  check(cudaMemcpy(device_numbers, numbers, count * sizeof *numbers, cudaMemcpyHostToDevice));
  look_up<<<ceil_div(count, 256), 256>>>(device_numbers, device_steps, count);
  check(cudaMemcpy(steps, device_steps, count * sizeof *steps, cudaMemcpyDeviceToHost));
  check(cudaFree(device_numbers));
  check(cudaFree(device_steps));
}
