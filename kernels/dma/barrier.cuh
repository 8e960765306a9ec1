// Barriers in shared memory: mbarrier from sm_80, two counters before.
#pragma once

#include <cstdint>

#include "kernels/dma/target.cuh"

namespace warpscope::dma {

/// A barrier with phases, in shared memory. Phase 0 ends when `count` arrivals have come, and so on
/// with the next. From sm_80 it is an mbarrier (PTX ISA 9.7.13.15), of which a block has as many
/// as fit. Before, the lower half counts the arrivals that are missing and holds the count, 16
/// bits each; the upper half is the number of phases that have ended.
struct Barrier {
  std::uint64_t word;
};

namespace barrier {

__device__ inline std::uint32_t address(const void* shared) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(shared));
}

namespace counters {

__device__ inline std::uint32_t* missing(Barrier& barrier) {
  return reinterpret_cast<std::uint32_t*>(&barrier.word);
}
__device__ inline volatile std::uint32_t* ended(Barrier& barrier) {
  return reinterpret_cast<volatile std::uint32_t*>(&barrier.word) + 1;
}

__device__ inline void init(Barrier& barrier, std::uint32_t count) {
  *missing(barrier) = count | count << 16;
  *ended(barrier) = 0;
}

__device__ inline void arrive(Barrier& barrier) {
  __threadfence_block();  // what this thread wrote comes before its arrival
  const std::uint32_t before = atomicSub(missing(barrier), 1u);
  if ((before & 0xffffu) != 1) return;
  // The last: nobody arrives for the next phase before it sees that this one has ended.
  __threadfence_block();
  *missing(barrier) = before >> 16 | (before & 0xffff0000u);
  __threadfence_block();
  *ended(barrier) = *ended(barrier) + 1;
}

__device__ inline bool has_ended(Barrier& barrier, std::uint32_t parity) {
  const bool result = (*ended(barrier) & 1u) != parity;
  __threadfence_block();
  if constexpr (kTarget >= 70) {
    if (!result) __nanosleep(32);
  }
  return result;
}

}  // namespace counters

/// Makes a barrier that `count` arrivals (1 to 65535) complete. One thread calls it; the others may
/// use it after a __syncthreads().
__device__ inline void init(Barrier& barrier, std::uint32_t count) {
  if constexpr (kTarget >= 80) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(address(&barrier)), "r"(count)
                 : "memory");
  } else {
    counters::init(barrier, count);
  }
}

/// Ends the barrier's life, so that its memory may be used for something else.
__device__ inline void invalidate(Barrier& barrier) {
  if constexpr (kTarget >= 80) {
    asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(address(&barrier)) : "memory");
  } else {
    barrier.word = 0;
  }
}

/// One arrival. Writes of this thread, and those ordered before by __syncwarp(), are visible to
/// whoever sees the phase end.
__device__ inline void arrive(Barrier& barrier) {
  if constexpr (kTarget >= 80) {
    asm volatile(
        "{\n"
        ".reg .b64 state;\n"
        "mbarrier.arrive.shared::cta.b64 state, [%0];\n"
        "}" ::"r"(address(&barrier))
        : "memory");
  } else {
    counters::arrive(barrier);
  }
}

/// One arrival, and `bytes` (below 2^20) that the phase waits for besides. From sm_90.
__device__ inline void arrive_and_expect(Barrier& barrier, std::uint32_t bytes) {
  if constexpr (kTarget >= 90) {
    asm volatile(
        "{\n"
        ".reg .b64 state;\n"
        "mbarrier.arrive.expect_tx.shared::cta.b64 state, [%0], %1;\n"
        "}" ::"r"(address(&barrier)),
        "r"(bytes)
        : "memory");
  }
}

/// One arrival as soon as all cp.async of this thread so far are complete. It does not wait. From
/// sm_80. PTX ISA 9.7.13.15, cp.async.mbarrier.arrive.
__device__ inline void arrive_when_copied(Barrier& barrier) {
  if constexpr (kTarget >= 80) {
    asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(address(&barrier))
                 : "memory");
  }
}

/// Whether the phase of parity `parity` has ended; from sm_90 the hardware may suspend the thread
/// for a while first. A barrier fresh from init() says so of parity 1.
__device__ inline bool has_ended(Barrier& barrier, std::uint32_t parity) {
  std::uint32_t result = 0;
  if constexpr (kTarget >= 90) {
    asm volatile(
        "{\n"
        ".reg .pred p;\n"
        "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
        "selp.u32 %0, 1, 0, p;\n"
        "}"
        : "=r"(result)
        : "r"(address(&barrier)), "r"(parity)
        : "memory");
  } else if constexpr (kTarget >= 80) {
    asm volatile(
        "{\n"
        ".reg .pred p;\n"
        "mbarrier.test_wait.parity.shared::cta.b64 p, [%1], %2;\n"
        "selp.u32 %0, 1, 0, p;\n"
        "}"
        : "=r"(result)
        : "r"(address(&barrier)), "r"(parity)
        : "memory");
  } else {
    result = counters::has_ended(barrier, parity) ? 1 : 0;
  }
  return result != 0;
}

}  // namespace barrier

/// Orders what this thread wrote to shared memory before bulk copies that read or overwrite it and
/// that are issued after a barrier. Nothing before sm_90. PTX ISA 9.7.13.4, fence.proxy.async.
__device__ inline void fence_before_bulk() {
  if constexpr (kTarget >= 90) asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

}  // namespace warpscope::dma
