// Bulk copies and small asynchronous ones, kTurns times: cycles from asking to having seen the end.
#pragma once
#include "mbarrier_kernels.cuh"

namespace calibrate {

__device__ inline void copy(void* to, const void* from, unsigned bytes, std::uint64_t* bar) {
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
          "r"(shared_address(to)),
      "l"(from), "r"(bytes), "r"(shared_address(bar))
      : "memory");
}
__device__ inline void store(void* to, const void* from, unsigned bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to),
               "r"(shared_address(from)), "r"(bytes)
               : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

/// `kAhead` rounds of `pieces` copies of `bytes` each are under way. `window`: a power of two.
template <int kAhead>
__global__ void bring(const char* from, unsigned bytes, int pieces, unsigned step, unsigned window,
                      long long* cycles) {
  extern __shared__ __align__(128) char ring[];
  __shared__ std::uint64_t full[kAhead];
  if (threadIdx.x == 0) {
    for (int i = 0; i < kAhead; ++i) init(&full[i], 1);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  }
  __syncthreads();
  if (threadIdx.x != 0) return;
  from += blockIdx.x * size_t{window};
  const auto ask = [&](int turn) {
    std::uint64_t* bar = &full[turn % kAhead];
    expect(bar, bytes * pieces);
    for (int piece = 0; piece < pieces; ++piece)
      copy(ring + (turn % kAhead * pieces + piece) * bytes,
           from + ((turn * step + piece * bytes) & (window - 1)), bytes, bar);
  };
  const long long begin = clock64();
  for (int turn = 0; turn < kAhead; ++turn) ask(turn);
  for (int turn = 0; turn < kTurns; ++turn) {
    wait(&full[turn % kAhead], turn / kAhead & 1);
    if (turn + kAhead < kTurns) ask(turn + kAhead);
  }
  if (blockIdx.x == 0) *cycles = clock64() - begin;
}

/// Stores of `bytes`: until shared memory may be used again, or until they are in memory.
template <bool kOnlyRead>
__global__ void put(char* to, unsigned bytes, unsigned window, long long* cycles) {
  extern __shared__ __align__(128) char ring[];
  if (threadIdx.x != 0) return;
  const long long begin = clock64();
  for (int turn = 0; turn < kTurns; ++turn) {
    store(to + ((bytes * turn) & (window - 1)), ring, bytes);
    if (kOnlyRead)
      asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
    else
      asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
  *cycles = clock64() - begin;
}

/// cp.async of 16 bytes a lane, whose end is an arrival, or is waited for by the thread.
static __global__ void small_copies(const char* from, int by_barrier, size_t step,
                                    long long* cycles) {
  __shared__ __align__(128) char tile[512];
  __shared__ std::uint64_t bar;
  const unsigned lane = threadIdx.x;
  if (lane == 0) init(&bar, 32);
  __syncthreads();
  const long long begin = clock64();
  for (int turn = 0; turn < kTurns; ++turn) {
    asm volatile(
        "cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(tile + lane * 16)),
        "l"(from + turn * step + lane * 16)
        : "memory");
    if (by_barrier) {
      asm volatile(
          "cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(shared_address(&bar))
          : "memory");
      wait(&bar, turn & 1);
    } else {
      asm volatile("cp.async.wait_all;" ::: "memory");
    }
  }
  if (lane == 0) *cycles = clock64() - begin;
}

}  // namespace calibrate
