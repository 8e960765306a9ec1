// tries: a block for each row of teams, so that its barrier is the team's
// lab: barriers
// exit: 1
// seed: 7
// points: 88
// denied: teams-barriers
#include "exercise.h"

constexpr unsigned kAllLanes = 0xffffffffu;
constexpr int kWarp = 32;
constexpr int kWidest = 1024;  // row of heat()
constexpr int kRow = 256;      // threads of a row of settle()
constexpr int kTeam = 64;      // threads of a row of teams()

// Task 1. What is done in front of the barrier, and what behind it, depends on the thread. That
// they all come to it does not.
__global__ void neighbours_kernel(const std::int32_t* in, const std::int32_t* chosen,
                                  std::int32_t* out, int count) {
  __shared__ std::int32_t tile[kTile + 2];
  const int i = blockIdx.x * kTile + threadIdx.x;
  const int place = threadIdx.x + 1;
  const bool is_inside = i < count;
  const bool is_chosen = is_inside && chosen[i] != 0;
  const std::int32_t mine = is_inside ? in[i] : 0;
  tile[place] = is_chosen ? mine : 0;
  if (threadIdx.x == 0) tile[0] = tile[kTile + 1] = 0;
  __syncthreads();
  if (is_chosen) {
    out[i] = tile[place - 1] + mine + tile[place + 1];
  } else if (is_inside) {
    out[i] = mine;
  }
}

void neighbours(const std::int32_t* in, const std::int32_t* chosen, std::int32_t* out, int count) {
  if (count == 0) return;
  neighbours_kernel<<<ceil_div(count, kTile), kTile>>>(in, chosen, out, count);
  check(cudaGetLastError());
}

// Task 2. A thread without an element adds 0. From 32 numbers on a warp is among itself: its lanes
// exchange registers, and no other warp has to wait.
__global__ void sums_kernel(const std::uint32_t* in, std::uint32_t* sums, int count) {
  __shared__ std::uint32_t tile[kTile];
  const int t = threadIdx.x;
  const int i = blockIdx.x * kTile + t;
  tile[t] = i < count ? in[i] : 0;
  __syncthreads();
  for (int half = kTile / 2; half > kWarp; half /= 2) {
    if (t < half) tile[t] += tile[t + half];
    __syncthreads();
  }
  if (t >= kWarp) return;  // no barrier of the block comes any more
  std::uint32_t sum = tile[t] + tile[t + kWarp];
  for (int half = kWarp / 2; half > 0; half /= 2) sum += __shfl_down_sync(kAllLanes, sum, half);
  if (t == 0) sums[blockIdx.x] = sum;
}

void sums(const std::uint32_t* in, std::uint32_t* sums, int count) {
  if (count == 0) return;
  sums_kernel<<<ceil_div(count, kTile), kTile>>>(in, sums, count);
  check(cudaGetLastError());
}

// Task 3. Two copies of the row by turns: what is read in a round is written in the next but one,
// and there is a barrier between the two.
__global__ void heat_kernel(const std::int32_t* in, std::int32_t* out, int width, int rounds) {
  __shared__ std::int32_t cells[2][kWidest + 2];
  const int t = threadIdx.x;
  const int place = t + 1;
  const bool is_cell = t < width;
  const int at = blockIdx.x * width + t;
  std::int32_t mine = is_cell ? in[at] : 0;
  if (t < 2) cells[t][0] = cells[t][blockDim.x + 1] = 0;
  for (int round = 0; round < rounds; ++round) {
    std::int32_t* row = cells[round % 2];
    row[place] = mine;
    __syncthreads();
    if (is_cell) mine = (row[place - 1] + 2 * mine + row[place + 1]) / 4;
  }
  if (is_cell) out[at] = mine;
}

void heat(const std::int32_t* in, std::int32_t* out, int rows, int width, int rounds) {
  if (rows == 0) return;
  heat_kernel<<<rows, ceil_div(width, kWarp) * kWarp>>>(in, out, width, rounds);
  check(cudaGetLastError());
}

// Task 4. The barrier says how many cells toppled, to all the same, so they all leave the loop in
// the same round. A thread that has nothing to do comes as well.
__global__ void settle_kernel(const std::int32_t* in, std::int32_t* out, std::int32_t* topplings,
                              int width) {
  __shared__ std::int32_t cells[2][kRow + 2];
  const int t = threadIdx.x;
  const int place = t + 1;
  const bool is_cell = t < width;
  const int at = blockIdx.x * width + t;
  std::int32_t grains = is_cell ? in[at] : 0;
  if (t < 2) cells[t][0] = cells[t][kRow + 1] = 0;
  std::int32_t total = 0;
  for (int turn = 0;; turn = 1 - turn) {
    std::int32_t* row = cells[turn];
    row[place] = grains;
    const bool topples = grains >= 2;
    const int many = __syncthreads_count(topples);
    if (many == 0) break;
    total += many;
    const int received = (row[place - 1] >= 2 ? 1 : 0) + (row[place + 1] >= 2 ? 1 : 0);
    if (is_cell) grains += received - (topples ? 2 : 0);
  }
  if (is_cell) out[at] = grains;
  if (t == 0) topplings[blockIdx.x] = total;
}

void settle(const std::int32_t* in, std::int32_t* out, std::int32_t* topplings, int rows,
            int width) {
  if (rows == 0) return;
  settle_kernel<<<rows, kRow>>>(in, out, topplings, width);
  check(cudaGetLastError());
}

__global__ void row_kernel(const std::int32_t* in, std::int32_t* out, std::int32_t* topplings,
                           std::int32_t* most, int width) {
  __shared__ std::int32_t cells[2][kTeam + 2];
  const int t = threadIdx.x;
  const bool is_cell = t < width;
  const int at = blockIdx.x * width + t;
  std::int32_t grains = is_cell ? in[at] : 0;
  if (t < 2) cells[t][0] = cells[t][kTeam + 1] = 0;
  std::int32_t total = 0;
  for (int turn = 0;; turn = 1 - turn) {
    cells[turn][t + 1] = grains;
    const bool topples = grains >= 2;
    const int many = __syncthreads_count(topples);
    if (many == 0) break;
    total += many;
    const int received = (cells[turn][t] >= 2 ? 1 : 0) + (cells[turn][t + 2] >= 2 ? 1 : 0);
    if (is_cell) grains += received - (topples ? 2 : 0);
  }
  if (is_cell) out[at] = grains;
  if (t != 0) return;
  topplings[blockIdx.x] = total;
  atomicMax(&most[blockIdx.x / kTeams], total);
}

void teams(const std::int32_t* in, std::int32_t* out, std::int32_t* topplings, std::int32_t* most,
           int rows, int width) {
  if (rows == 0) return;
  check(cudaMemset(most, 0, 4 * ceil_div(rows, kTeams)));
  row_kernel<<<rows, kTeam>>>(in, out, topplings, most, width);
}
