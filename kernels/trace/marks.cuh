// Phase marks: which warp did what from when to when, kept by the device in a buffer.
//
//   __global__ void kernel(…) {
//     trace::Warp marks;                      // the warp's place in the buffer
//     marks.begin(); load(…);    marks.end(loading);
//     marks.begin(); compute(…); marks.end(computing);
//   }
//   …
//   const trace::Timeline timeline = trace::collect();   // trace/collect.cuh, on the host
//
// It works the same on a real GPU and on the virtual one, whose clock is modelled: there a block's
// clock begins at 0 and advances with the warp instructions that the block executes, or with
// `exec --clock` it is the clock that times the launch.
//
// Every warp of a launch has an equal share of the buffer, so marks need no atomics, disturb no
// other warp and lie at the same places in every run. After each launch the virtual GPU copies the
// new marks of the launch's module into the run record (docs/reference/record.md) by itself; on a
// real GPU the program takes them with collect() and write_run_record() (trace/run_record.cuh).
// Cost of a begin and an end: two reads of the clock and 40 bytes stored by one lane.
#pragma once

#include <cstdint>

#include "../trace_layout/layout.h"
#include "../warp/shuffle.cuh"

namespace warpscope::trace {

/// The buffer of this translation unit: launch and collect in the same file. 1.3 MB of device
/// memory.
static __device__ Buffer buffer;

/// A warp's marks. The same lanes make it, begin and end, together; the lowest of them writes.
class Warp {
 public:
  /// Finds the warp's share of the buffer. Any shape of grid and block.
  __device__ Warp() {
    const std::uint32_t threads = blockDim.x * blockDim.y * blockDim.z;
    const std::uint32_t warps = (threads + 31) / 32;
    const std::uint32_t thread =
        (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    block_ = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    warp_ = thread / 32;
    const std::uint64_t all = std::uint64_t{gridDim.x} * gridDim.y * gridDim.z * warps;
    share_ = static_cast<std::uint32_t>(all > capacity ? 0 : capacity / all);
    next_ = &buffer.mark[share_ == 0 ? 0 : (std::uint64_t{block_} * warps + warp_) * share_];
    start_cycles_ = clock64();
    start_ns_ = now_ns();
  }

  /// A phase begins.
  __device__ void begin() { begin_cycles_ = cycles(); }

  /// The phase that began last was number `phase`.
  __device__ void end(std::uint16_t phase) {
    const std::uint64_t end_cycles = cycles();
    const bool is_lowest = (warp::lanes_below() & __activemask()) == 0;
    if (used_ < share_) {
      if (is_lowest) {
        next_[used_] = {start_ns_, begin_cycles_,    end_cycles,
                        block_,    multiprocessor(), static_cast<std::uint16_t>(warp_),
                        phase,     is_fresh};
      }
      ++used_;
    } else if (is_lowest) {
      atomicAdd(&buffer.dropped, 1U);
    }
  }

 private:
  __device__ std::uint64_t cycles() const {
    // A warp that waits at a block's barrier blocks only at its next instruction of some kinds, of
    // which reading the clock is none: without this an H200 reads it 2 cycles after __syncthreads()
    // was issued, however long the wait.
    __syncwarp(__activemask());
    return static_cast<std::uint64_t>(clock64()) - start_cycles_;
  }
  __device__ static std::uint64_t now_ns() {
    std::uint64_t time;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
    return time;
  }
  __device__ static std::uint32_t multiprocessor() {
    std::uint32_t index;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(index));
    return index;
  }

  Mark* next_;
  std::uint64_t start_ns_;
  std::uint64_t start_cycles_;
  std::uint64_t begin_cycles_ = 0;
  std::uint32_t share_;
  std::uint32_t used_ = 0;
  std::uint32_t block_;
  std::uint32_t warp_;
};

}  // namespace warpscope::trace
