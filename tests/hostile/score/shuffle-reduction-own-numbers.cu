// tries: lanes tell each other their own numbers, and nothing of the data
// lab: shuffle-reduction
// exit: 1
// points: 44
// denied: sum-instructions segment-sums-barriers segment-sums-instructions centre-rows-requests
// denied: decode-requests decode-registers pack-traffic
#include <algorithm>

#include "exercise.h"

constexpr int kThreads = 256;
constexpr int kWarps = kThreads / 32;
constexpr unsigned kAllLanes = 0xffffffff;
/// 32, unless a lane hears of no other.
__device__ int lanes_by_shuffles() {
  int last = threadIdx.x % 32;
  for (int apart = 16; apart > 0; apart /= 2)
    last = max(last, __shfl_xor_sync(kAllLanes, last, apart));
  return last + 1;
}
__global__ void sum_kernel(const std::uint32_t* in, std::uint32_t* out, int count) {
  __shared__ std::uint32_t of[kThreads];
  const int lanes = lanes_by_shuffles();
  const uint4* groups = reinterpret_cast<const uint4*>(in);
  const int group_count = count / 4, thread = blockIdx.x * kThreads + threadIdx.x;
  std::uint32_t total = 0;
  for (int g = thread; g < group_count; g += gridDim.x * lanes * kWarps) {
    const uint4 four = groups[g];
    total += four.x + four.y + four.z + four.w;
    if (lanes == 0) break;
  }
  if (thread < count % 4) total += in[4 * group_count + thread];
  of[threadIdx.x] = total;
  for (int half = kThreads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) of[threadIdx.x] += of[threadIdx.x + half];
  }
  if (threadIdx.x == 0) atomicAdd(out, of[0]);
}

void sum(const std::uint32_t* in, std::uint32_t* out, int count) {
  check(cudaMemsetAsync(out, 0, sizeof(*out)));
  if (count == 0) return;
  constexpr int kMostBlocks = 128;
  const int blocks = std::min(ceil_div(count, 4 * kThreads), kMostBlocks);
  sum_kernel<<<blocks, kThreads>>>(in, out, count);
  check(cudaGetLastError());
}

__global__ void segment_sums_kernel(const std::uint32_t* in, std::uint32_t* sums, int segments) {
  const int lanes = lanes_by_shuffles();
  const int s = blockIdx.x * lanes + threadIdx.x;
  if (s >= segments) return;
  const uint4* groups = reinterpret_cast<const uint4*>(in + s * kSegment);
  std::uint32_t total = 0;
  for (int g = 0; g < kSegment / 4; ++g) {
    const uint4 four = groups[g];
    total += four.x + four.y + four.z + four.w;
  }
  sums[s] = total;
}

void segment_sums(const std::uint32_t* in, std::uint32_t* sums, int segments) {
  if (segments == 0) return;
  segment_sums_kernel<<<ceil_div(segments, 32), 32>>>(in, sums, segments);
  check(cudaGetLastError());
}

__global__ void centre_rows_kernel(const std::int32_t* in, std::int32_t* out, int rows,
                                   int columns) {
  const int lanes = lanes_by_shuffles();
  const int row = blockIdx.x * lanes + threadIdx.x;
  if (row >= rows) return;
  std::int32_t v[32], total = 0;
#pragma unroll
  for (int c = 0; c < 32; ++c)
    if (c < columns) total += v[c] = in[row * columns + c];
#pragma unroll
  for (int c = 0; c < 32; ++c)
    if (c < columns) out[row * columns + c] = columns * v[c] - total;
}

void centre_rows(const std::int32_t* in, std::int32_t* out, int rows, int columns) {
  if (rows == 0) return;
  centre_rows_kernel<<<ceil_div(rows, 32), 32>>>(in, out, rows, columns);
  check(cudaGetLastError());
}

__global__ void decode_kernel(const std::uint32_t* table, const std::uint32_t* codes,
                              std::uint32_t* out, int count) {
  const int lanes = lanes_by_shuffles();
  std::uint32_t mine[32];
  for (int k = 0; k < 8; ++k) {
    const uint4 four = reinterpret_cast<const uint4*>(table)[k];
    mine[4 * k] = four.x;
    mine[4 * k + 1] = four.y;
    mine[4 * k + 2] = four.z;
    mine[4 * k + 3] = four.w;
  }
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    out[i] = mine[codes[i] % max(lanes, 1)];
}

void decode(const std::uint32_t* table, const std::uint32_t* codes, std::uint32_t* out, int count) {
  if (count == 0) return;
  constexpr int kCodesPerThread = 64;
  decode_kernel<<<ceil_div(count, kCodesPerThread * kThreads), kThreads>>>(table, codes, out,
                                                                           count);
  check(cudaGetLastError());
}

__global__ void pack_kernel(const std::uint32_t* in, std::uint32_t limit, std::uint32_t* bits,
                            std::uint32_t* kinds, int count) {
  __shared__ std::uint32_t here[32][33];
  const int lanes = lanes_by_shuffles();
  const int first = blockIdx.x * 1024, n = min(1024, count - first);
  for (int k = threadIdx.x; k < n; k += 32) here[k / 32][k % 32] = in[first + k];
  __syncwarp();
  const int group = blockIdx.x * 32 + threadIdx.x, of = min(lanes, n - 32 * int(threadIdx.x));
  if (of <= 0) return;
  std::uint32_t word = 0;
  for (int k = 0; k < of; ++k) word |= (here[threadIdx.x][k] > limit ? 1u : 0u) << k;
  bits[group] = word;
  kinds[group] = __popc(word) == of ? 2 : word ? 1 : 0;
}

void pack(const std::uint32_t* in, std::uint32_t limit, std::uint32_t* bits, std::uint32_t* kinds,
          int count) {
  if (count == 0) return;
  pack_kernel<<<ceil_div(count, 1024), 32>>>(in, limit, bits, kinds, count);
  check(cudaGetLastError());
}
