// tries: a launch for each round in place of a barrier; lanes exchange what they can
// lab: barriers
// exit: 7
// seed: 7
// points: 18
// denied: heat-barriers settle-barriers teams-barriers
#include <vector>

#include "exercise.h"

constexpr unsigned kAll = 0xffffffffu;

// Lanes give each other what they have; the ends of warps are read from memory.
__global__ void heat_once(const std::int32_t* in, std::int32_t* out, int width, int count) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  const int lane = threadIdx.x % 32;
  const std::int32_t mine = i < count ? in[i] : 0;
  std::int32_t left = __shfl_up_sync(kAll, mine, 1);
  std::int32_t right = __shfl_down_sync(kAll, mine, 1);
  if (i >= count) return;
  if (lane == 0 && i > 0) left = in[i - 1];
  if (lane == 31 && i + 1 < count) right = in[i + 1];
  if (i % width == 0) left = 0;
  if (i % width == width - 1) right = 0;
  out[i] = (left + 2 * mine + right) / 4;
}

void heat(const std::int32_t* in, std::int32_t* out, int rows, int width, int rounds) {
  const int count = rows * width;
  if (count == 0) return;
  std::int32_t* other;
  check(cudaMalloc(&other, 4 * count));
  check(cudaMemcpy(rounds % 2 == 0 ? out : other, in, 4 * count, cudaMemcpyDeviceToDevice));
  for (int round = rounds; round > 0; --round)
    heat_once<<<ceil_div(count, 256), 256>>>(round % 2 == 0 ? out : other,
                                             round % 2 == 0 ? other : out, width, count);
  check(cudaDeviceSynchronize());
  check(cudaFree(other));
}

// A launch for each round, and a word that the host reads.
__global__ void settle_once(const std::int32_t* in, std::int32_t* out, std::int32_t* topplings,
                            int* busy, int width, int count) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  const int lane = threadIdx.x % 32;
  const std::int32_t mine = i < count ? in[i] : 0;
  const bool topples = mine >= 2;
  const unsigned votes = __ballot_sync(kAll, topples);
  if (i >= count) return;
  const bool has_left = i % width > 0, has_right = i % width < width - 1;
  const int left = !has_left ? 0 : lane > 0 ? votes >> (lane - 1) & 1 : in[i - 1] >= 2;
  const int right = !has_right ? 0 : lane < 31 ? votes >> (lane + 1) & 1 : in[i + 1] >= 2;
  out[i] = mine + left + right - (topples ? 2 : 0);
  if (topples) {
    atomicAdd(&topplings[i / width], 1);
    *busy = 1;
  }
}

void settle_by_launches(const std::int32_t* in, std::int32_t* out, std::int32_t* topplings,
                        int rows, int width) {
  const int count = rows * width;
  std::int32_t* other;
  int* busy;
  check(cudaMalloc(&other, 4 * count));
  check(cudaMallocManaged(&busy, 4));
  check(cudaMemset(topplings, 0, 4 * rows));
  check(cudaMemcpy(out, in, 4 * count, cudaMemcpyDeviceToDevice));
  do {
    *busy = 0;
    settle_once<<<ceil_div(count, 256), 256>>>(out, other, topplings, busy, width, count);
    settle_once<<<ceil_div(count, 256), 256>>>(other, out, topplings, busy, width, count);
    check(cudaDeviceSynchronize());
  } while (*busy != 0);
  check(cudaFree(other));
  check(cudaFree(busy));
}

void settle(const std::int32_t* in, std::int32_t* out, std::int32_t* topplings, int rows,
            int width) {
  if (rows > 0) settle_by_launches(in, out, topplings, rows, width);
}

__global__ void largest(const std::int32_t* topplings, std::int32_t* most, int rows) {
  const int b = threadIdx.x;
  std::int32_t result = 0;
  for (int r = kTeams * b; r < min(rows, kTeams * (b + 1)); ++r) result = max(result, topplings[r]);
  if (kTeams * b < rows) most[b] = result;
}

void teams(const std::int32_t* in, std::int32_t* out, std::int32_t* topplings, std::int32_t* most,
           int rows, int width) {
  if (rows == 0) return;
  settle_by_launches(in, out, topplings, rows, width);
  largest<<<1, 32>>>(topplings, most, rows);
}

void neighbours(const std::int32_t*, const std::int32_t*, std::int32_t*, int) {}
void sums(const std::uint32_t*, std::uint32_t*, int) {}
