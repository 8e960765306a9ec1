// step: one atomic per block adds the blocks, so one launch is enough.
#include "exercise.h"

constexpr int kThreads = 256;
constexpr int kWarps = kThreads / 32;
constexpr unsigned kAllLanes = 0xffffffff;

// This thread's place in its warp, 0 to 31.
__device__ int lane() { return threadIdx.x % 32; }

// Adds the numbers of a warp; every lane has the total.
__device__ std::uint32_t warp_sum(std::uint32_t value) {
  return __reduce_add_sync(kAllLanes, value);
}

// Each warp adds in registers and leaves one number in shared memory; the first
// warp adds these.
__global__ void sum_kernel(const std::uint32_t* in, std::uint32_t* out, int count) {
  __shared__ std::uint32_t of_warp[kWarps];
  const int i = blockIdx.x * 2 * kThreads + threadIdx.x;
  std::uint32_t total = 0;
  if (i < count) total += in[i];
  if (i + kThreads < count) total += in[i + kThreads];
  total = warp_sum(total);
  if (lane() == 0) of_warp[threadIdx.x / 32] = total;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  total = warp_sum(lane() < kWarps ? of_warp[lane()] : 0);
  if (lane() == 0) atomicAdd(out, total);
}

// A block for each segment. Between write and read there is a barrier, of the block or the warp.
__global__ void segment_sums_kernel(const std::uint32_t* in, std::uint32_t* sums) {
  __shared__ std::uint32_t shared[kThreads];
  const int t = threadIdx.x;
  const std::uint32_t* segment = in + blockIdx.x * kSegment;
  std::uint32_t total = 0;
  for (int i = t; i < kSegment; i += kThreads) total += segment[i];
  shared[t] = total;
  __syncthreads();
  for (int stride = kThreads / 2; stride > 32; stride /= 2) {
    if (t < stride) shared[t] += shared[t + stride];
    __syncthreads();
  }
  if (t < 32) {
    for (int stride = 32; stride > 0; stride /= 2) {
      const std::uint32_t other = shared[t + stride];
      __syncwarp();  // everybody has read
      shared[t] += other;
      __syncwarp();  // everybody has written
    }
  }
  if (t == 0) sums[blockIdx.x] = shared[0];
}

__global__ void centre_rows_kernel(const std::int32_t* in, std::int32_t* out, int rows,
                                   int columns) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = thread / warpSize;
  const int column = thread % warpSize;
  if (row >= rows || column >= columns) return;
  std::int32_t total = 0;
  for (int c = 0; c < columns; ++c) total += in[row * columns + c];
  out[row * columns + column] = columns * in[row * columns + column] - total;
}

__global__ void decode_kernel(const std::uint32_t* table, const std::uint32_t* codes,
                              std::uint32_t* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = table[codes[i]];
}

__global__ void pack_kernel(const std::uint32_t* in, std::uint32_t limit, std::uint32_t* bits,
                            std::uint32_t* kinds, int count) {
  const int group = blockIdx.x * blockDim.x + threadIdx.x;
  if (group >= ceil_div(count, 32)) return;
  std::uint32_t word = 0;
  bool is_all = true;
  for (int k = 0; k < 32 && 32 * group + k < count; ++k) {
    const bool is_above = in[32 * group + k] > limit;
    if (is_above) word |= 1u << k;
    is_all = is_all && is_above;
  }
  bits[group] = word;
  kinds[group] = is_all ? 2 : word != 0 ? 1 : 0;
}

void sum(const std::uint32_t* in, std::uint32_t* out, int count) {
  check(cudaMemsetAsync(out, 0, sizeof(*out)));
  if (count == 0) return;
  sum_kernel<<<ceil_div(count, 2 * kThreads), kThreads>>>(in, out, count);
  check(cudaGetLastError());
}

void segment_sums(const std::uint32_t* in, std::uint32_t* sums, int segments) {
  if (segments == 0) return;
  segment_sums_kernel<<<segments, kThreads>>>(in, sums);
  check(cudaGetLastError());
}

void centre_rows(const std::int32_t* in, std::int32_t* out, int rows, int columns) {
  if (rows == 0) return;
  centre_rows_kernel<<<ceil_div(rows, kThreads / 32), kThreads>>>(in, out, rows, columns);
  check(cudaGetLastError());
}

void decode(const std::uint32_t* table, const std::uint32_t* codes, std::uint32_t* out, int count) {
  if (count == 0) return;
  decode_kernel<<<ceil_div(count, kThreads), kThreads>>>(table, codes, out, count);
  check(cudaGetLastError());
}

void pack(const std::uint32_t* in, std::uint32_t limit, std::uint32_t* bits, std::uint32_t* kinds,
          int count) {
  if (count == 0) return;
  const int groups = ceil_div(count, 32);
  pack_kernel<<<ceil_div(groups, kThreads), kThreads>>>(in, limit, bits, kinds, count);
  check(cudaGetLastError());
}
