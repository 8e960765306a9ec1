#include "walks.cuh"

namespace calibrate {
namespace {

__global__ void make_circle(char* base, std::size_t count, std::size_t stride) {
  constexpr std::size_t kNext = 1031;  // a prime, so that all places are in the circle
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < count;
       i += std::size_t{gridDim.x} * blockDim.x)
    *reinterpret_cast<Place*>(base + i * stride) =
        reinterpret_cast<Place>(base + (i + kNext) % count * stride);
}

__global__ void chase(Cycles* cycles, unsigned* sink, Place at, int steps) {
  const unsigned begin = clock_now();
#pragma unroll 8
  for (int i = 0; i < steps; ++i) asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(at));
  const unsigned taken = clock_now() - begin;
  if (at == 1) *sink = 1;
  *cycles = taken;
}

}  // namespace

void link(Card& card, std::size_t first_byte, std::size_t count, std::size_t stride) {
  make_circle<<<card.is_small() ? 1 : card.sms(), 256>>>(card.pool<char>() + first_byte, count,
                                                         stride);
  check(cudaGetLastError(), "a launch");
}

double walk(Card& card, std::size_t first_byte, int steps) {
  const auto at = reinterpret_cast<Place>(card.pool<char>() + first_byte);
  return card.cycles_of([&] { chase<<<1, 1>>>(card.cycles(), card.sink(), at, steps); });
}

}  // namespace calibrate
