// Bulk copies between global and shared memory, one instruction of one thread each whatever their
// size. The copy engine writes shared memory without registers or instructions of the warps.
#pragma once

#include "kernels/dma/barrier.cuh"

// From sm_90; nothing before. Addresses and sizes are multiples of 16 bytes. Source: PTX ISA
// 9.7.9.25, cp.async.bulk.
namespace warpscope::dma::bulk_copy {

/// Copies `bytes` from global to shared memory; they arrive at `barrier`.
__device__ inline void load(void* to_shared, const void* from, std::uint32_t bytes,
                            Barrier& barrier) {
  if constexpr (kTarget >= 90) {
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, "
        "[%3];" ::"r"(barrier::address(to_shared)),
        "l"(__cvta_generic_to_global(from)), "r"(bytes), "r"(barrier::address(&barrier))
        : "memory");
  }
}

/// Copies `bytes` from shared to global memory, as part of this thread's current group.
__device__ inline void store(void* to, const void* from_shared, std::uint32_t bytes) {
  if constexpr (kTarget >= 90) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(
                     __cvta_generic_to_global(to)),
                 "r"(barrier::address(from_shared)), "r"(bytes)
                 : "memory");
  }
}

/// Ends this thread's current group of stores.
__device__ inline void commit() {
  if constexpr (kTarget >= 90) asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

/// Returns when all but this thread's last `kPending` groups have been read out of shared memory.
template <int kPending>
__device__ void wait_until_read() {
  if constexpr (kTarget >= 90)
    asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(kPending) : "memory");
}

/// Returns when this thread's stores are complete.
__device__ inline void wait() {
  if constexpr (kTarget >= 90) asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

}  // namespace warpscope::dma::bulk_copy
