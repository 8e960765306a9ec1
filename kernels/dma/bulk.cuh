// The bulk engine: cp.async.bulk, one instruction per run, from sm_90.
#pragma once

#include "kernels/dma/bulk_copy.cuh"
#include "kernels/dma/bulk_reduction.cuh"
#include "kernels/dma/vector.cuh"

namespace warpscope::dma {

/// The middle of each run, where both addresses are multiples of 16, goes by one cp.async.bulk (PTX
/// ISA 9.7.9.25.4.1) that the hardware's copy engine carries; the DMA threads share the runs and
/// copy heads and tails beside it. Where the pointers' phases differ, or a run is shorter than
/// `kLeastBytes`, the DMA threads carry everything through registers.
struct Bulk : Vector<4> {
  static constexpr int kLeastTarget = 90;
  static constexpr bool kLoadsPartsAsOne = false, kStoresPartsAsOne = false;
  /// Below this an instruction per run costs more than the threads' loads.
  static constexpr unsigned kLeastBytes = 64;

  template <RunPattern P, typename Before>
  __device__ static unsigned load(const P& pattern, const char* source, char* destination,
                                  Lane lane, Barrier& barrier, Before&& before_first_store) {
    const Cut pieces = cut(pattern, source, destination);
    const unsigned bytes = pieces.chunks * 16;
    if (pieces.width != 16 || bytes < kLeastBytes) {
      lanes::copy<4>(pattern, source, destination, lane, before_first_store);
      fence_before_bulk();  // the next transfer to these bytes may be a bulk copy
      return 0;
    }
    const unsigned runs = pattern.runs();
    unsigned run = lane.rank, expected = 0;
    const char* from = source + pieces.head;
    char* to = destination + pieces.head;
    // An index is read before the wait.
    if (run < runs) from += pattern.source_offset(run);
    before_first_store();
    while (run < runs) {
      copy(to + pattern.destination_offset(run), from, bytes, barrier);
      expected += bytes;
      run += lane.count;
      if (run < runs) from = source + pieces.head + pattern.source_offset(run);
    }
    if (pieces.head + pieces.tail != 0) {
      lanes::copy_edges(pattern, source, destination, pieces, lane);
      fence_before_bulk();
    }
    return expected;
  }

  template <RunPattern P, typename Before>
  __device__ static void store(const P& pattern, const char* source, char* destination, Lane lane,
                               Before&& before_first_load) {
    before_first_load();
    const Cut pieces = cut(pattern, source, destination);
    const unsigned bytes = pieces.chunks * 16;
    if (pieces.width != 16 || bytes < kLeastBytes) {
      lanes::copy<4>(pattern, source, destination, lane, [] {});
      return;
    }
    const unsigned runs = pattern.runs();
    for (unsigned run = lane.rank; run < runs; run += lane.count) {
      bulk_copy::store(destination + pieces.head + pattern.destination_offset(run),
                       source + pieces.head + pattern.source_offset(run), bytes);
    }
    bulk_copy::commit();
    lanes::copy_edges(pattern, source, destination, pieces, lane);
  }

  template <typename R, RunPattern P>
  __device__ static void reduce(R reduction, const P& pattern, const char* source,
                                char* destination, Lane lane) {
    const Cut pieces = cut(pattern, source, destination);
    const unsigned bytes = pieces.chunks * 16;
    if (pieces.width != 16 || bytes < kLeastBytes) {
      lanes::reduce(reduction, pattern, source, destination, lane);
      return;
    }
    const unsigned runs = pattern.runs();
    for (unsigned run = lane.rank; run < runs; run += lane.count) {
      if constexpr (kTarget >= 90) {
        bulk_reduction::issue<R::kOf, typename R::Element>(
            destination + pieces.head + pattern.destination_offset(run),
            source + pieces.head + pattern.source_offset(run), bytes);
      }
    }
    bulk_copy::commit();
    lanes::reduce_edges(reduction, pattern, source, destination, pieces, lane);
  }

  /// `expected`: the bytes of this thread's copies, for which the barrier waits too.
  __device__ static void finish_load(Barrier& barrier, unsigned expected) {
    __syncwarp();
    if constexpr (kTarget >= 80)
      asm volatile("redux.sync.add.u32 %0, %0, 0xffffffff;" : "+r"(expected));
    if (thread_in_block() % kWarp == 0) barrier::arrive_and_expect(barrier, expected);
  }

  /// The buffer may be written again as soon as it has been read.
  __device__ static void finish_store(Barrier& barrier) {
    wait_until_read();
    Vector<4>::finish_store(barrier);
  }

  __device__ static void drain() {
    bulk_copy::wait();
    __threadfence();
  }

  /// Returns when the stores of the calling thread have read their buffers.
  __device__ static void wait_until_read() { bulk_copy::wait_until_read<0>(); }

  /// One bulk copy from global to shared memory, for transfers that users write (custom.cuh): all
  /// three of `bytes` and the addresses are multiples of 16. The bytes arrive at `barrier`.
  __device__ static void copy(char* destination, const char* source, unsigned bytes,
                              Barrier& barrier) {
    bulk_copy::load(destination, source, bytes, barrier);
  }
};

}  // namespace warpscope::dma
