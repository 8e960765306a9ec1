// tries: hides its idle lanes behind instructions that do nothing, in the same kernel or in another
// lab: divergence
// exit: 7 8
// points: 18
// denied: encode-lanes encode-instructions collatz-lanes collatz-instructions
#include "exercise.h"

// All lanes.
__device__ void do_nothing() {
  for (int turn = 0; turn < 4000; ++turn) asm volatile("" ::"r"(turn));
}

__global__ void dummy() { do_nothing(); }

__global__ void encode_kernel(const std::uint32_t* in, std::uint32_t* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  do_nothing();
  if (i < count) out[i] = i % 2 == 0 ? mix(even_rule(in[i])) : mix(odd_rule(in[i]));
}

__global__ void collatz_kernel(const std::uint32_t* numbers, std::int32_t* steps, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int taken = 0;
  for (std::uint32_t n = numbers[i]; n != 1; ++taken) n = n % 2 == 1 ? 3 * n + 1 : n / 2;
  steps[i] = taken;
}

void encode(const std::uint32_t* in, std::uint32_t* out, int count) {
  if (count > 0) encode_kernel<<<ceil_div(count, 256), 256>>>(in, out, count);
}

void collatz(const std::uint32_t* numbers, const std::uint8_t*, std::int32_t* steps, int count) {
  if (count == 0) return;
  std::uint32_t* from;
  std::int32_t* to;
  check(cudaMalloc(&from, count * sizeof(*from)));
  check(cudaMalloc(&to, count * sizeof(*to)));
  check(cudaMemcpy(from, numbers, count * sizeof(*from), cudaMemcpyHostToDevice));
  dummy<<<ceil_div(count, 256), 256>>>();
  collatz_kernel<<<ceil_div(count, 256), 256>>>(from, to, count);
  check(cudaMemcpy(steps, to, count * sizeof(*to), cudaMemcpyDeviceToHost));
  check(cudaFree(from));
  check(cudaFree(to));
}

void repair(const std::uint32_t*, std::uint32_t*, int) {}
void interpret(const std::uint8_t*, const std::uint32_t*, std::uint32_t*, int) {}
