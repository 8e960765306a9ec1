// tries: lanes exchange with one neighbour only; atomics, and two threads for each row, do the rest
// lab: shuffle-reduction
// exit: 8
// points: 34
// denied: sum-instructions segment-sums-barriers segment-sums-instructions centre-rows-requests
// denied: decode-requests decode-registers
#include "exercise.h"

constexpr unsigned kAll = 0xffffffff;

__global__ void sum_kernel(const uint4* in, const std::uint32_t* words, std::uint32_t* out,
                           int count) {
  const int thread = blockIdx.x * 256 + threadIdx.x;
  std::uint32_t total = thread < count % 4 ? words[count / 4 * 4 + thread] : 0;
  for (int g = thread; g < count / 4; g += gridDim.x * 256) {
    const uint4 four = in[g];
    total += four.x + four.y + four.z + four.w;
  }
  total += __shfl_xor_sync(kAll, total, 1);
  if (threadIdx.x % 2 == 0) atomicAdd(out, total);
}

void sum(const std::uint32_t* in, std::uint32_t* out, int count) {
  check(cudaMemsetAsync(out, 0, sizeof *out));
  if (count == 0) return;
  const int blocks = min(ceil_div(count, 1024), 128);
  sum_kernel<<<blocks, 256>>>(reinterpret_cast<const uint4*>(in), in, out, count);
  check(cudaGetLastError());
}

__global__ void two_for_a_segment(const uint4* in, std::uint32_t* sums, int segments) {
  const int t = blockIdx.x * 256 + threadIdx.x;
  std::uint32_t total = 0;
  for (int g = 0; t / 2 < segments && g < kSegment / 8; ++g) {
    const uint4 four = in[t * (kSegment / 8) + g];
    total += four.x + four.y + four.z + four.w;
  }
  total += __shfl_xor_sync(kAll, total, 1);
  if (t / 2 < segments && t % 2 == 0) sums[t / 2] = total;
}

void segment_sums(const std::uint32_t* in, std::uint32_t* sums, int segments) {
  if (segments == 0) return;
  two_for_a_segment<<<ceil_div(2 * segments, 256), 256>>>(reinterpret_cast<const uint4*>(in), sums,
                                                          segments);
  check(cudaGetLastError());
}

__global__ void two_for_a_row(const std::int32_t* in, std::int32_t* out, int rows, int columns) {
  const int t = blockIdx.x * 256 + threadIdx.x, row = t / 2;
  const int end = row < rows ? columns : 0;
  std::int32_t total = 0;
  for (int c = t % 2; c < end; c += 2) total += in[row * columns + c];
  total += __shfl_xor_sync(kAll, total, 1);
  for (int c = t % 2; c < end; c += 2)
    out[row * columns + c] = columns * in[row * columns + c] - total;
}

void centre_rows(const std::int32_t* in, std::int32_t* out, int rows, int columns) {
  if (rows == 0) return;
  two_for_a_row<<<ceil_div(2 * rows, 256), 256>>>(in, out, rows, columns);
  check(cudaGetLastError());
}

// A table for each lane, in local memory, and the neighbour's code.
__global__ void look_up(const uint4* table, const std::uint32_t* codes, std::uint32_t* out,
                        int count) {
  std::uint32_t mine[32];
  for (int k = 0; k < 8; ++k) {
    const uint4 four = table[k];
    mine[4 * k] = four.x;
    mine[4 * k + 1] = four.y;
    mine[4 * k + 2] = four.z;
    mine[4 * k + 3] = four.w;
  }
  const int lane = threadIdx.x % 32, step = gridDim.x * 256;
  for (int i = blockIdx.x * 256 + threadIdx.x; i - lane < count; i += step) {
    const std::uint32_t code = (i ^ 1) < count ? codes[i ^ 1] : 0;
    const std::uint32_t its = __shfl_xor_sync(kAll, code, 1);
    if (i < count) out[i] = mine[its & 31];
  }
}

void decode(const std::uint32_t* table, const std::uint32_t* codes, std::uint32_t* out, int count) {
  if (count == 0) return;
  look_up<<<16, 256>>>(reinterpret_cast<const uint4*>(table), codes, out, count);
  check(cudaGetLastError());
}
