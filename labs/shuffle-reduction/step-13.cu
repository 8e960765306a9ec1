// step: decode keeps the table in the registers of the warp.
#include <algorithm>

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

// Few blocks that stay: each thread adds groups of four numbers that lie a whole
// grid apart, and the one to three at the end go one by one. Each warp then adds
// in registers and leaves one number in shared memory; the first warp adds these,
// and one atomic per block adds the blocks.
__global__ void sum_kernel(const std::uint32_t* in, std::uint32_t* out, int count) {
  __shared__ std::uint32_t of_warp[kWarps];
  const uint4* groups = reinterpret_cast<const uint4*>(in);
  const int group_count = count / 4;
  const int thread = blockIdx.x * kThreads + threadIdx.x;
  std::uint32_t total = 0;
  for (int g = thread; g < group_count; g += gridDim.x * kThreads) {
    const uint4 four = groups[g];
    total += four.x + four.y + four.z + four.w;
  }
  if (thread < count % 4) total += in[4 * group_count + thread];
  total = warp_sum(total);
  if (lane() == 0) of_warp[threadIdx.x / 32] = total;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  total = warp_sum(lane() < kWarps ? of_warp[lane()] : 0);
  if (lane() == 0) atomicAdd(out, total);
}

// A warp for each segment: no warp needs another one's numbers, so there is nothing
// to wait for. A warp without a segment leaves as a whole.
__global__ void segment_sums_kernel(const std::uint32_t* in, std::uint32_t* sums, int segments) {
  const int s = (blockIdx.x * kThreads + threadIdx.x) / 32;
  if (s >= segments) return;
  const uint4* groups = reinterpret_cast<const uint4*>(in + s * kSegment);
  std::uint32_t total = 0;
  for (int g = lane(); g < kSegment / 4; g += 32) {
    const uint4 four = groups[g];
    total += four.x + four.y + four.z + four.w;
  }
  total = warp_sum(total);
  if (lane() == 0) sums[s] = total;
}

// A warp for each row, a lane for each column. Lanes without a column stay: they add
// 0, and the shuffles may name all lanes.
__global__ void centre_rows_kernel(const std::int32_t* in, std::int32_t* out, int rows,
                                   int columns) {
  const int row = (blockIdx.x * kThreads + threadIdx.x) / 32;
  if (row >= rows) return;
  const int i = row * columns + lane();
  const bool has_column = lane() < columns;
  const std::int32_t value = has_column ? in[i] : 0;
  std::int32_t total = value;
  for (int bit = 16; bit > 0; bit /= 2) total += __shfl_xor_sync(kAllLanes, total, bit);
  if (has_column) out[i] = columns * value - total;
}

// Lane k of a warp keeps entry k of the table in a register. A warp decodes many
// groups of 32 codes, and all its lanes stay to the end, because any of them may be
// asked for its entry.
__global__ void decode_kernel(const std::uint32_t* table, const std::uint32_t* codes,
                              std::uint32_t* out, int count) {
  const std::uint32_t entry = table[lane()];
  const int thread = blockIdx.x * kThreads + threadIdx.x;
  for (int first = thread - lane(); first < count; first += gridDim.x * kThreads) {
    const int i = first + lane();
    const std::uint32_t code = i < count ? codes[i] : 0;
    const std::uint32_t value = __shfl_sync(kAllLanes, entry, code);
    if (i < count) out[i] = value;
  }
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
  constexpr int kMostBlocks = 128;
  const int blocks = std::min(ceil_div(count, 4 * kThreads), kMostBlocks);
  sum_kernel<<<blocks, kThreads>>>(in, out, count);
  check(cudaGetLastError());
}

void segment_sums(const std::uint32_t* in, std::uint32_t* sums, int segments) {
  if (segments == 0) return;
  segment_sums_kernel<<<ceil_div(segments, kWarps), kThreads>>>(in, sums, segments);
  check(cudaGetLastError());
}

void centre_rows(const std::int32_t* in, std::int32_t* out, int rows, int columns) {
  if (rows == 0) return;
  centre_rows_kernel<<<ceil_div(rows, kWarps), kThreads>>>(in, out, rows, columns);
  check(cudaGetLastError());
}

void decode(const std::uint32_t* table, const std::uint32_t* codes, std::uint32_t* out, int count) {
  if (count == 0) return;
  constexpr int kCodesPerThread = 8;
  decode_kernel<<<ceil_div(count, kCodesPerThread * kThreads), kThreads>>>(table, codes, out,
                                                                           count);
  check(cudaGetLastError());
}

void pack(const std::uint32_t* in, std::uint32_t limit, std::uint32_t* bits, std::uint32_t* kinds,
          int count) {
  if (count == 0) return;
  const int groups = ceil_div(count, 32);
  pack_kernel<<<ceil_div(groups, kThreads), kThreads>>>(in, limit, bits, kinds, count);
  check(cudaGetLastError());
}
