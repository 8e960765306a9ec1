// What warps do with mbarriers, kTurns times: cycles from asking to having seen the end.
#pragma once
#include <cuda_runtime.h>

#include <cstdint>

namespace calibrate {

constexpr int kTurns = 256;

__device__ inline unsigned shared_address(const void* of) {
  return static_cast<unsigned>(__cvta_generic_to_shared(of));
}
__device__ inline void init(std::uint64_t* bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(bar)), "r"(count)
               : "memory");
}
__device__ inline void arrive(std::uint64_t* bar) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(bar)) : "memory");
}
__device__ inline void expect(std::uint64_t* bar, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(bar)),
               "r"(bytes)
               : "memory");
}
__device__ inline void wait(std::uint64_t* bar, unsigned parity) {
  asm volatile(
      "{\n.reg .pred done;\n"
      "again:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
      "@done bra over;\n"
      "bra again;\n"
      "over:\n}" ::"r"(shared_address(bar)),
      "r"(parity)
      : "memory");
}

/// All threads of `warps` warps arrive (or one of each warp), and all wait.
static __global__ void meet(int all_arrive, long long* cycles) {
  __shared__ std::uint64_t bar;
  const unsigned warps = blockDim.x / 32;
  if (threadIdx.x == 0) init(&bar, all_arrive ? blockDim.x : warps);
  __syncthreads();
  const long long begin = clock64();
  for (int turn = 0; turn < kTurns; ++turn) {
    if (all_arrive || threadIdx.x % 32 == 0) arrive(&bar);
    wait(&bar, turn & 1);
  }
  if (threadIdx.x == 0) *cycles = clock64() - begin;
}

/// Two warps by turns: a round trip.
static __global__ void ping_pong(long long* cycles) {
  __shared__ std::uint64_t bars[2];
  const unsigned me = threadIdx.x / 32;
  if (threadIdx.x < 2) init(&bars[threadIdx.x], 1);
  __syncthreads();
  const long long begin = clock64();
  for (int turn = 0; turn < kTurns; ++turn) {
    if (me == 1) wait(&bars[0], turn & 1);
    if (threadIdx.x % 32 == 0) arrive(&bars[me]);
    if (me == 0) wait(&bars[1], turn & 1);
  }
  if (threadIdx.x == 0) *cycles = clock64() - begin;
}

}  // namespace calibrate
