// tries: barriers in both branches that say a number of threads, whose places nobody compares
// lab: barriers
// exit: 7
// seed: 7
// points: 35.56
// denied: neighbours-barriers sums-barriers
#include "exercise.h"

constexpr unsigned kAllLanes = 0xffffffffu;
constexpr int kWarp = 32;
constexpr int kWidest = 1024;  // row of heat()
constexpr int kRow = 256;      // threads of a row of settle()
constexpr int kTeam = 64;      // threads of a row of teams()

// Task 1. Chosen elements put themselves into the tile, the others put a 0 there. Then they wait.
// Ask: who waits where?
__global__ void neighbours_kernel(const std::int32_t* in, const std::int32_t* chosen,
                                  std::int32_t* out, int count) {
  __shared__ std::int32_t tile[kTile + 2];
  const int i = blockIdx.x * kTile + threadIdx.x;
  const int place = threadIdx.x + 1;
  if (threadIdx.x == 0) tile[0] = tile[kTile + 1] = 0;
  if (i < count && chosen[i] != 0) {
    tile[place] = in[i];
    asm volatile("barrier.sync 1, 256;" ::: "memory");
    out[i] = tile[place - 1] + tile[place] + tile[place + 1];
  } else {
    tile[place] = 0;
    asm volatile("barrier.sync 1, 256;" ::: "memory");
    if (i < count) out[i] = in[i];
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
  for (int half = kTile / 2; half > 0; half /= 2) {
    if (t >= half) {
      asm volatile("barrier.sync 1, 256;" ::: "memory");
      continue;
    }
    tile[t] += tile[t + half];
    asm volatile("barrier.sync 1, 256;" ::: "memory");
  }
  if (t == 0) sums[blockIdx.x] = tile[0];
}

void sums(const std::uint32_t* in, std::uint32_t* sums, int count) {
  if (count == 0) return;
  sums_kernel<<<ceil_div(count, kTile), kTile>>>(in, sums, count);
  check(cudaGetLastError());
}

// Task 3. A barrier behind everything: that is safe.
// Ask of each: what would go wrong without it?
__global__ void heat_kernel(const std::int32_t* in, std::int32_t* out, int width, int rounds) {
  __shared__ std::int32_t cells[kWidest + 2];
  const int t = threadIdx.x;
  const int place = t + 1;
  const bool is_cell = t < width;
  const int at = blockIdx.x * width + t;
  std::int32_t mine = is_cell ? in[at] : 0;
  if (t == 0) cells[0] = cells[blockDim.x + 1] = 0;
  __syncthreads();
  for (int round = 0; round < rounds; ++round) {
    cells[place] = mine;
    __syncthreads();
    const std::int32_t left = cells[place - 1];
    const std::int32_t right = cells[place + 1];
    __syncthreads();
    if (is_cell) mine = (left + 2 * mine + right) / 4;
    __syncthreads();
  }
  if (is_cell) out[at] = mine;
}

void heat(const std::int32_t* in, std::int32_t* out, int rows, int width, int rounds) {
  if (rows == 0) return;
  heat_kernel<<<rows, ceil_div(width, kWarp) * kWarp>>>(in, out, width, rounds);
  check(cudaGetLastError());
}

// Task 4. 128 rounds, which was enough for every row that somebody had tried.
// Ask: what does a row pay that needs 8? And who says that 128 are enough?
__global__ void settle_kernel(const std::int32_t* in, std::int32_t* out, std::int32_t* topplings,
                              int width) {
  __shared__ std::int32_t cells[kRow + 2];
  __shared__ std::int32_t total;
  const int t = threadIdx.x;
  const int place = t + 1;
  const bool is_cell = t < width;
  const int at = blockIdx.x * width + t;
  cells[place] = is_cell ? in[at] : 0;
  if (t == 0) cells[0] = cells[kRow + 1] = total = 0;
  __syncthreads();
  std::int32_t mine = 0;
  for (int round = 0; round < 128; ++round) {
    const bool topples = cells[place] >= 2;
    const int received = (cells[place - 1] >= 2 ? 1 : 0) + (cells[place + 1] >= 2 ? 1 : 0);
    __syncthreads();
    if (is_cell) cells[place] += received - (topples ? 2 : 0);
    mine += topples ? 1 : 0;
    __syncthreads();
  }
  if (mine > 0) atomicAdd(&total, mine);
  __syncthreads();
  if (is_cell) out[at] = cells[place];
  if (t == 0) topplings[blockIdx.x] = total;
}

void settle(const std::int32_t* in, std::int32_t* out, std::int32_t* topplings, int rows,
            int width) {
  if (rows == 0) return;
  settle_kernel<<<rows, kRow>>>(in, out, topplings, width);
  check(cudaGetLastError());
}

// Task 5. Four rows in a block, 64 threads for each. They all go on until all four rows lie still.
// Ask: what does a row that lies still have to do with the three others?
__global__ void teams_kernel(const std::int32_t* in, std::int32_t* out, std::int32_t* topplings,
                             std::int32_t* most, int rows, int width) {
  __shared__ std::int32_t cells[kTeams][2][kTeam + 2];
  __shared__ std::int32_t totals[kTeams];
  const int team = threadIdx.x / kTeam;
  const int t = threadIdx.x % kTeam;
  const int place = t + 1;
  const int of_row = blockIdx.x * kTeams + team;
  const bool is_cell = of_row < rows && t < width;
  const int at = of_row * width + t;
  std::int32_t grains = is_cell ? in[at] : 0;
  if (t < 2) cells[team][t][0] = cells[team][t][kTeam + 1] = 0;
  if (t == 0) totals[team] = 0;
  std::int32_t mine = 0;
  for (int turn = 0;; turn = 1 - turn) {
    std::int32_t* row = cells[team][turn];
    row[place] = grains;
    const bool topples = grains >= 2;
    if (!__syncthreads_or(topples)) break;
    mine += topples ? 1 : 0;
    const int received = (row[place - 1] >= 2 ? 1 : 0) + (row[place + 1] >= 2 ? 1 : 0);
    if (is_cell) grains += received - (topples ? 2 : 0);
  }
  if (is_cell) out[at] = grains;
  const int of_warp = __reduce_add_sync(kAllLanes, mine);
  if (t % kWarp == 0) atomicAdd(&totals[team], of_warp);
  __syncthreads();
  if (t == 0 && of_row < rows) topplings[of_row] = totals[team];
  if (threadIdx.x == 0) {
    std::int32_t largest = 0;
    for (int k = 0; k < kTeams; ++k) largest = max(largest, totals[k]);
    most[blockIdx.x] = largest;
  }
}

void teams(const std::int32_t* in, std::int32_t* out, std::int32_t* topplings, std::int32_t* most,
           int rows, int width) {
  if (rows == 0) return;
  teams_kernel<<<ceil_div(rows, kTeams), kTeams * kTeam>>>(in, out, topplings, most, rows, width);
  check(cudaGetLastError());
}
