// The functions of the occupancy lab. You write them, in one file; the driver calls them. Pointers
// are device memory, begin on multiples of 256 bytes and do not overlap.
#pragma once

#include <cuda_runtime.h>

#include "cpu.h"
#include "kernels/grid/ceil_div.cuh"
#include "labs/driver/check.h"

using warpscope::driver::check;
using warpscope::grid::ceil_div;

// Task 1. count is 0 to 2^24.

/// sum[i] = a[i] + b[i], with a launch of exactly `blocks` blocks of `threads` threads, however
/// many elements there are.
void add_strided(const float* a, const float* b, float* sum, int count, int blocks, int threads);

// Task 2.

/// What the runtime says of the device that is current.
struct Device {
  int devices;            ///< how many GPUs there are
  int sms;                ///< multiprocessors
  int copy_engines;       ///< that work beside kernels
  int warp_threads;       ///< threads of a warp
  int threads_per_block;  ///< at most
  int threads_per_sm;     ///< at most at a time
  int registers_per_sm;
  int shared_bytes_per_sm;
};
Device ask_device();

/// What a multiprocessor has for the blocks that are on it at a time.
struct Multiprocessor {
  int blocks;     ///< at most
  int threads;    ///< at most, counted in whole warps
  int registers;  ///< of 32 bits
  int shared_bytes;
  int reserved_bytes;  ///< of shared memory, that CUDA keeps of each block; 0 on some
};
/// What a block of a kernel needs.
struct Needs {
  int threads;               ///< 1 to 1024
  int registers_per_thread;  ///< 1 to 255; a warp gets 32 times that, rounded up to 256
  int shared_bytes;          ///< 0 for many kernels
};
enum Limiter { kBlocks, kThreads, kRegisters, kShared };
struct Residents {
  int blocks;       ///< that fit on a multiprocessor at a time
  Limiter limiter;  ///< what keeps another block out; any one of them if there are several
};
/// Works for the numbers that it is given, whatever device that is. The answer may be 0 blocks.
Residents resident_blocks(const Multiprocessor& sm, const Needs& block);

// Task 3. rows is 0 to 2^20, width 1 to kMostWidth, rows * width at most 2^30; element (row, i) is
// number row * width + i.

inline constexpr int kMostWidth = 12'288;

/// out(row, i) = factor[row] * in(row, i).
void scale_rows(const float* in, const float* factor, float* out, int rows, int width);
/// out(row, i) = in(row, i - 1) + in(row, i) + in(row, i + 1), without those that the row lacks.
void smooth_rows(const float* in, float* out, int rows, int width);

// Task 4. channels is 0 to 2^20, samples 1 to 1024.

inline constexpr int kFilters = 40;

/// A bank of filters. Each channel has `samples` numbers, in[s * channels + c], and gets a sum for
/// each filter: out[f * channels + c] = sum over s of weights[s * kFilters + f] * in[s * channels +
/// c].
void filter(const float* in, const float* weights, float* out, int channels, int samples);

// Task 5.

/// The fewest warps of a multiprocessor that keep its share of the memory busy, if each of them
/// always has `bytes_per_lane` bytes on the way for each of its 32 lanes: bytes come `wait_cycles`
/// cycles after they were asked for, `bytes_per_cycle` of them in each cycle. All are 1 or more,
/// and wait_cycles * bytes_per_cycle is below 2^30.
int warps_to_hide(int wait_cycles, int bytes_per_cycle, int bytes_per_lane);
/// sum[i] = a[i] + b[i], by blocks of 256 threads of which each has `shared_bytes` bytes of dynamic
/// shared memory that nobody uses: they keep other blocks out. Each lane loads 16 bytes at a time
/// wherever there are as many. count is 0 to 2^26, shared_bytes 0 to 232448.
void add_wide(const float* a, const float* b, float* sum, int count, int shared_bytes);

// Task 6.

struct Waves {
  int waves;    ///< how often the device is filled, the last time perhaps in part
  int in_last;  ///< blocks of the last one
};
/// Of a launch of `blocks` blocks (1 or more) on `sms` multiprocessors that each hold
/// `blocks_per_sm` of them.
Waves waves_of(int blocks, int blocks_per_sm, int sms);

/// Like filter, with exactly as many blocks as are on the whole device at a time, whatever limits
/// them, and whatever device that is.
void filter_filling(const float* in, const float* weights, float* out, int channels, int samples);
