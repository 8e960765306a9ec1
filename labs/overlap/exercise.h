// The functions of the overlap lab. You write them, in one file; the driver calls them.
#pragma once

#include <cstddef>

#include "cpu.h"
#include "kernels/grid/ceil_div.cuh"
#include "labs/driver/check.h"

using warpscope::driver::check;
using warpscope::grid::ceil_div;

/// `count` numbers go to the device, a kernel stirs each of them, and they come back:
/// out[i] = stirred(in[i], i, rounds).
struct Job {
  const unsigned* in;  ///< on the host: `count` numbers
  unsigned* out;       ///< on the host: room for `count` numbers
  unsigned* device;    ///< on the device: room for `count` numbers, and no more
  int count;           ///< 0 to 2^20
  int rounds;          ///< how much work a number is
  int chunks;          ///< pieces that the job is cut into, 1 to 64
  int streams;         ///< streams for them, 1 to 16; chunk c belongs to stream c % streams
};

/// Memory of the host, `bytes` of it, from which the device copies while the host goes on; and its
/// release. The allocator of host_vector.h calls them, never with 0 bytes.
void* host_allocate(std::size_t bytes);
void host_release(void* memory);

// Each of the next four does a whole job. When it returns, `out` is filled, and it returns the
// milliseconds from the begin of its first operation on the device to the end of its last, as
// events tell them; 0 for a job without numbers.

/// In one piece: copy in, kernel, copy out. `chunks` and `streams` do not matter.
float sequential(const Job& job);
/// For each chunk: copy in, kernel, copy out.
float depth_first(const Job& job);
/// The copies in of all chunks, then all kernels, then all copies out.
float breadth_first(const Job& job);
/// Whichever order of the two suits the device that it runs on.
float any_device(const Job& job);

/// out[i] = stirred(in[i], i, rounds) without a GPU, on all cores of the CPU.
void on_cpu(const unsigned* in, unsigned* out, int count, int rounds);
