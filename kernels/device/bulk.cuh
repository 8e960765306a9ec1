// Bulk copies between global and shared memory (compute capability 9.0 and later) and the barriers
// on which they complete, as far as the kernels of this folder need them.
//
// A bulk copy is one instruction of one thread, whatever its size; the copy engine writes shared
// memory without registers or instructions of the warps, which is why a few kilobytes of code
// saturate memory. Addresses and sizes are multiples of 16 bytes. Sources: PTX ISA 9.7.9.25
// "cp.async.bulk", 9.7.13.15 "mbarrier".
#pragma once

#include <cstdint>

namespace warpscope::device {

__device__ inline std::uint32_t shared_address(const void* pointer) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}

/// An mbarrier in shared memory. It is open for phase 0, 1, 0, 1 …; a phase ends when as many
/// threads as it was made for have arrived and all announced bytes are there.
struct Barrier {
  std::uint64_t word;

  /// One thread, before any other use; then barriers_ready() and a block barrier.
  __device__ void init(std::uint32_t arrivals) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(this)),
                 "r"(arrivals)
                 : "memory");
  }

  __device__ void arrive() {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(this)) : "memory");
  }

  /// Arrives and announces that bulk copies will bring `bytes` in this phase.
  __device__ void arrive_expecting(std::uint32_t bytes) {
    asm volatile(
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(this)),
        "r"(bytes)
        : "memory");
  }

  /// Returns when the phase of this parity is over. On a new barrier wait(1) returns at once.
  __device__ void wait(std::uint32_t parity) const {
    std::uint32_t done = 0;
    while (done == 0) {
      asm volatile(
          "{\n"
          ".reg .pred over;\n"
          "mbarrier.try_wait.parity.shared::cta.b64 over, [%1], %2;\n"
          "selp.u32 %0, 1, 0, over;\n"
          "}"
          : "=r"(done)
          : "r"(shared_address(this)), "r"(parity)
          : "memory");
    }
  }
};

/// Makes new barriers visible to the copy engine. After the inits, by the thread that made them.
__device__ inline void barriers_ready() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

/// Orders this thread's accesses to shared memory before later bulk copies that touch it.
__device__ inline void fence_for_bulk() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

/// Where a walk round a ring of stages stands, and the parity of its current round.
template <int stages>
struct RingPlace {
  int stage = 0;
  std::uint32_t parity = 0;

  __device__ void advance() {
    if (++stage == stages) {
      stage = 0;
      parity ^= 1;
    }
  }
};

/// Copies `bytes` from global to shared memory; `full` takes note of them. One thread.
__device__ inline void bulk_load(void* to_shared, const void* from, std::uint32_t bytes,
                                 Barrier& full) {
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
          "r"(shared_address(to_shared)),
      "l"(__cvta_generic_to_global(from)), "r"(bytes), "r"(shared_address(&full))
      : "memory");
}

/// Copies `bytes` from shared to global memory, as part of this thread's current group.
__device__ inline void bulk_store(void* to, const void* from_shared, std::uint32_t bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(
                   __cvta_generic_to_global(to)),
               "r"(shared_address(from_shared)), "r"(bytes)
               : "memory");
}

/// Ends this thread's current group of bulk stores.
__device__ inline void commit_stores() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }

/// Returns when all but the last `pending` groups have been read out of shared memory.
template <int pending>
__device__ void wait_until_read() {
  asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(pending) : "memory");
}

/// Returns when this thread's stores are complete.
__device__ inline void wait_for_stores() {
  asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

}  // namespace warpscope::device
