// tries: leaves barriers out that the usual order does not need
// lab: barriers
// exit: 7
// seed: 7
// points: 15.11
// denied: neighbours-barriers sums-barriers heat-barriers settle-barriers teams-barriers no-errors
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
    volatile std::int32_t* row = cells[0];
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
    std::int32_t* row = cells[0];
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

// Task 5. Barriers 1 to 4 are each for the 64 threads of a team; barrier 0 is __syncthreads(). All
// threads of a warp are of the same team.
__device__ int team_count(int team, bool predicate) {
  int many;
  asm volatile(
      "{\n"
      "  .reg .pred p;\n"
      "  setp.ne.s32 p, %1, 0;\n"
      "  bar.red.popc.u32 %0, %2, %3, p;\n"
      "}"
      : "=r"(many)
      : "r"(static_cast<int>(predicate)), "r"(team + 1), "r"(kTeam)
      : "memory");
  return many;
}

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
  std::int32_t total = 0;
  for (int turn = 0;; turn = 1 - turn) {
    std::int32_t* row = cells[team][0];
    row[place] = grains;
    const bool topples = grains >= 2;
    const int many = team_count(team, topples);
    if (many == 0) break;
    total += many;
    const int received = (row[place - 1] >= 2 ? 1 : 0) + (row[place + 1] >= 2 ? 1 : 0);
    if (is_cell) grains += received - (topples ? 2 : 0);
  }
  if (is_cell) out[at] = grains;
  if (t == 0) {
    totals[team] = total;
    if (of_row < rows) topplings[of_row] = total;
  }
  __syncthreads();  // here all four teams meet
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
