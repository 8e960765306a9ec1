// tries: each thread reads all that it needs; shared memory and shuffles for show
// lab: barriers
// exit: 7
// seed: 7
// points: 18
// denied: neighbours-barriers sums-barriers heat-barriers
#include "exercise.h"

__global__ void from_memory(const std::int32_t* in, const std::int32_t* chosen, std::int32_t* out,
                            int count) {
  __shared__ std::int32_t tile[kTile];
  const int i = blockIdx.x * kTile + threadIdx.x;
  volatile std::int32_t* const mine = &tile[threadIdx.x];
  if (i >= count) return;
  *mine = in[i];
  if (chosen[i] != 0) {
    if (threadIdx.x > 0 && chosen[i - 1] != 0) *mine = *mine + in[i - 1];
    if (threadIdx.x < kTile - 1 && i + 1 < count && chosen[i + 1] != 0) *mine = *mine + in[i + 1];
  }
  // A shuffle of what is thrown away.
  out[i] = *mine + (__shfl_xor_sync(__activemask(), *mine, 1) & 0);
}

void neighbours(const std::int32_t* in, const std::int32_t* chosen, std::int32_t* out, int count) {
  if (count == 0) return;
  from_memory<<<ceil_div(count, kTile), kTile>>>(in, chosen, out, count);
}

__global__ void add_up(const std::uint32_t* in, std::uint32_t* sums, int count) {
  const int i = blockIdx.x * kTile + threadIdx.x;
  if (i < count) atomicAdd(&sums[i / kTile], in[i]);
}

void sums(const std::uint32_t* in, std::uint32_t* sums, int count) {
  if (count == 0) return;
  check(cudaMemset(sums, 0, 4 * ceil_div(count, kTile)));
  add_up<<<ceil_div(count, kTile), kTile>>>(in, sums, count);
}

// Each thread computes all that its cell depends on.
__global__ void cone(const std::int32_t* in, std::int32_t* out, int width, int rounds) {
  std::int32_t cells[2 * 32 + 3];
  const int c = threadIdx.x;
  if (c >= width) return;
  for (int k = -rounds; k <= rounds; ++k)
    cells[k + rounds] = c + k >= 0 && c + k < width ? in[blockIdx.x * width + c + k] : 0;
  for (int round = 1; round <= rounds; ++round) {
    std::int32_t left = cells[round - 1];
    for (int k = round; k <= 2 * rounds - round; ++k) {
      const std::int32_t mine = cells[k];
      const int at = c + k - rounds;
      cells[k] = at >= 0 && at < width ? (left + 2 * mine + cells[k + 1]) / 4 : 0;
      left = mine;
    }
  }
  out[blockIdx.x * width + c] = cells[rounds];
}

void heat(const std::int32_t* in, std::int32_t* out, int rows, int width, int rounds) {
  if (rows > 0) cone<<<rows, ceil_div(width, 32) * 32>>>(in, out, width, rounds);
}

void settle(const std::int32_t*, std::int32_t*, std::int32_t*, int, int) {}
void teams(const std::int32_t*, std::int32_t*, std::int32_t*, std::int32_t*, int, int) {}
