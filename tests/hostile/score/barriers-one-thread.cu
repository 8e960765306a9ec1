// tries: one thread does the work of its block, between two barriers that the others keep
// lab: barriers
// exit: 1
// seed: 7
// points: 40
// denied: neighbours-barriers sums-barriers heat-barriers settle-barriers teams-barriers
#include "exercise.h"

__global__ void neighbours_alone(const std::int32_t* in, const std::int32_t* chosen,
                                 std::int32_t* out, int count) {
  __shared__ std::int32_t tile[kTile], given[kTile];
  const int i = blockIdx.x * kTile + threadIdx.x;
  tile[threadIdx.x] = i < count ? in[i] : 0;
  given[threadIdx.x] = i < count && chosen[i] != 0 ? tile[threadIdx.x] : 0;
  __syncthreads();
  if (threadIdx.x != 0) return;
  for (int k = 0; k < kTile && i + k < count; ++k) {
    const std::int32_t left = k > 0 ? given[k - 1] : 0;
    const std::int32_t right = k + 1 < kTile ? given[k + 1] : 0;
    out[i + k] = given[k] != 0 ? left + given[k] + right : tile[k];
  }
}

void neighbours(const std::int32_t* in, const std::int32_t* chosen, std::int32_t* out, int count) {
  if (count == 0) return;
  neighbours_alone<<<ceil_div(count, kTile), kTile>>>(in, chosen, out, count);
}

__global__ void sums_alone(const std::uint32_t* in, std::uint32_t* sums, int count) {
  __shared__ std::uint32_t tile[kTile];
  const int i = blockIdx.x * kTile + threadIdx.x;
  tile[threadIdx.x] = i < count ? in[i] : 0;
  __syncthreads();
  if (threadIdx.x != 0) return;
  std::uint32_t sum = 0;
  for (int k = 0; k < kTile; ++k) sum += tile[k];
  sums[blockIdx.x] = sum;
}

void sums(const std::uint32_t* in, std::uint32_t* sums, int count) {
  if (count == 0) return;
  sums_alone<<<ceil_div(count, kTile), kTile>>>(in, sums, count);
}

__global__ void heat_alone(const std::int32_t* in, std::int32_t* out, int width, int rounds) {
  __shared__ std::int32_t cells[1024];
  for (int c = threadIdx.x; c < width; c += blockDim.x) cells[c] = in[blockIdx.x * width + c];
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int round = 0; round < rounds; ++round) {
      std::int32_t left = 0;
      for (int c = 0; c < width; ++c) {
        const std::int32_t mine = cells[c];
        cells[c] = (left + 2 * mine + (c + 1 < width ? cells[c + 1] : 0)) / 4;
        left = mine;
      }
    }
  }
  __syncthreads();
  for (int c = threadIdx.x; c < width; c += blockDim.x) out[blockIdx.x * width + c] = cells[c];
}

void heat(const std::int32_t* in, std::int32_t* out, int rows, int width, int rounds) {
  if (rows > 0) heat_alone<<<rows, 256>>>(in, out, width, rounds);
}

__device__ std::int32_t settle_alone(std::int32_t* cells, int width) {
  std::int32_t total = 0;
  for (int c = 0; c < width;) {
    if (cells[c] < 2) {
      ++c;
      continue;
    }
    const std::int32_t pairs = cells[c] / 2;
    total += pairs;
    cells[c] -= 2 * pairs;
    if (c + 1 < width) cells[c + 1] += pairs;
    if (c > 0) {
      cells[c - 1] += pairs;
      --c;
    }
  }
  return total;
}

__global__ void settle_rows(const std::int32_t* in, std::int32_t* out, std::int32_t* topplings,
                            std::int32_t* most, int rows, int width) {
  __shared__ std::int32_t cells[256], total;
  std::int32_t largest = 0;
  const int each = most == nullptr ? 1 : kTeams;
  for (int row = blockIdx.x * each; row < min(rows, (int(blockIdx.x) + 1) * each); ++row) {
    for (int c = threadIdx.x; c < width; c += blockDim.x) cells[c] = in[row * width + c];
    __syncthreads();
    if (threadIdx.x == 0) topplings[row] = total = settle_alone(cells, width);
    __syncthreads();
    largest = max(largest, total);
    for (int c = threadIdx.x; c < width; c += blockDim.x) out[row * width + c] = cells[c];
    __syncthreads();
  }
  if (most != nullptr && threadIdx.x == 0) most[blockIdx.x] = largest;
}

void settle(const std::int32_t* in, std::int32_t* out, std::int32_t* topplings, int rows,
            int width) {
  if (rows > 0) settle_rows<<<rows, 256>>>(in, out, topplings, nullptr, rows, width);
}

void teams(const std::int32_t* in, std::int32_t* out, std::int32_t* topplings, std::int32_t* most,
           int rows, int width) {
  if (rows == 0) return;
  settle_rows<<<ceil_div(rows, kTeams), 64>>>(in, out, topplings, most, rows, width);
}
