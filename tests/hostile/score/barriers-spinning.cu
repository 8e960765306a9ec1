// tries: waits too many by a counter in shared memory
// lab: barriers
// exit: 1
// seed: 7
// points: 40
// denied: neighbours-barriers sums-barriers heat-barriers settle-barriers teams-barriers
#include "exercise.h"

constexpr unsigned kAllLanes = 0xffffffffu;
constexpr int kWarp = 32;
constexpr int kWidest = 1024;  // row of heat()
constexpr int kRow = 256;      // threads of a row of settle()
constexpr int kTeam = 64;      // threads of a row of teams()

// A barrier of the block made of a counter that threads wait for in a loop.
struct Meeting {
  unsigned come;
};

__device__ void meet(Meeting& meeting, unsigned& goal) {
  __syncwarp();
  goal += blockDim.x / 32;
  if (threadIdx.x % 32 == 0) {
    __threadfence_block();
    atomicAdd(&meeting.come, 1u);
    while (atomicAdd(&meeting.come, 0u) < goal) {
    }
    __threadfence_block();
  }
  __syncwarp();
}

__device__ void begin(Meeting& meeting) {
  if (threadIdx.x == 0) meeting.come = 0;
  __syncthreads();
}

// Task 1. What is done in front of the barrier, and what behind it, depends on the thread. That
// they all come to it does not.
__global__ void neighbours_kernel(const std::int32_t* in, const std::int32_t* chosen,
                                  std::int32_t* out, int count) {
  __shared__ Meeting meeting;
  unsigned goal = 0;
  begin(meeting);
  __shared__ std::int32_t tile[kTile + 2];
  const int i = blockIdx.x * kTile + threadIdx.x;
  const int place = threadIdx.x + 1;
  const bool is_inside = i < count;
  const bool is_chosen = is_inside && chosen[i] != 0;
  const std::int32_t mine = is_inside ? in[i] : 0;
  tile[place] = is_chosen ? mine : 0;
  if (threadIdx.x == 0) tile[0] = tile[kTile + 1] = 0;
  meet(meeting, goal);
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

// Task 2. A tree: 128 threads add, then 64, then 32. A thread without an element adds 0.
__global__ void sums_kernel(const std::uint32_t* in, std::uint32_t* sums, int count) {
  __shared__ Meeting meeting;
  unsigned goal = 0;
  begin(meeting);
  __shared__ std::uint32_t tile[kTile];
  const int t = threadIdx.x;
  const int i = blockIdx.x * kTile + t;
  tile[t] = i < count ? in[i] : 0;
  meet(meeting, goal);
  for (int half = kTile / 2; half > 0; half /= 2) {
    if (t < half) tile[t] += tile[t + half];
    meet(meeting, goal);
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
  __shared__ Meeting meeting;
  unsigned goal = 0;
  begin(meeting);
  __shared__ std::int32_t cells[kWidest + 2];
  const int t = threadIdx.x;
  const int place = t + 1;
  const bool is_cell = t < width;
  const int at = blockIdx.x * width + t;
  std::int32_t mine = is_cell ? in[at] : 0;
  if (t == 0) cells[0] = cells[blockDim.x + 1] = 0;
  meet(meeting, goal);
  for (int round = 0; round < rounds; ++round) {
    cells[place] = mine;
    meet(meeting, goal);
    const std::int32_t left = cells[place - 1];
    const std::int32_t right = cells[place + 1];
    meet(meeting, goal);
    if (is_cell) mine = (left + 2 * mine + right) / 4;
    meet(meeting, goal);
  }
  if (is_cell) out[at] = mine;
}

void heat(const std::int32_t* in, std::int32_t* out, int rows, int width, int rounds) {
  if (rows == 0) return;
  heat_kernel<<<rows, ceil_div(width, kWarp) * kWarp>>>(in, out, width, rounds);
  check(cudaGetLastError());
}

// Task 4. All threads stay in the loop until nobody has work. A word in shared memory says so.
__global__ void settle_kernel(const std::int32_t* in, std::int32_t* out, std::int32_t* topplings,
                              int width) {
  __shared__ Meeting meeting;
  unsigned goal = 0;
  begin(meeting);
  __shared__ std::int32_t cells[kRow + 2];
  __shared__ std::int32_t total, busy;
  const int t = threadIdx.x;
  const int place = t + 1;
  const bool is_cell = t < width;
  const int at = blockIdx.x * width + t;
  cells[place] = is_cell ? in[at] : 0;
  if (t == 0) cells[0] = cells[kRow + 1] = total = 0;
  meet(meeting, goal);
  std::int32_t mine = 0;
  while (true) {
    if (t == 0) busy = 0;
    meet(meeting, goal);
    const bool topples = cells[place] >= 2;
    const int received = (cells[place - 1] >= 2 ? 1 : 0) + (cells[place + 1] >= 2 ? 1 : 0);
    if (topples) atomicOr(&busy, 1);
    meet(meeting, goal);
    if (busy == 0) break;
    if (is_cell) cells[place] += received - (topples ? 2 : 0);
    mine += topples ? 1 : 0;
    meet(meeting, goal);
  }
  if (mine > 0) atomicAdd(&total, mine);
  meet(meeting, goal);
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
  __shared__ Meeting meeting;
  unsigned goal = 0;
  begin(meeting);
  __shared__ std::int32_t cells[kTeams][2][kTeam + 2];
  __shared__ std::int32_t totals[kTeams];
  __shared__ volatile int busy[2];
  if (threadIdx.x < 2) busy[threadIdx.x] = 0;
  const int team = threadIdx.x / kTeam;
  const int t = threadIdx.x % kTeam;
  const int place = t + 1;
  const int of_row = blockIdx.x * kTeams + team;
  const bool is_cell = of_row < rows && t < width;
  const int at = of_row * width + t;
  std::int32_t grains = is_cell ? in[at] : 0;
  if (t < 2) cells[team][t][0] = cells[team][t][kTeam + 1] = 0;
  if (t == 0) totals[team] = 0;
  meet(meeting, goal);
  std::int32_t mine = 0;
  for (int turn = 0;; turn = 1 - turn) {
    std::int32_t* row = cells[team][turn];
    row[place] = grains;
    const bool topples = grains >= 2;
    if (topples) busy[turn] = 1;
    meet(meeting, goal);
    const bool goes_on = busy[turn] != 0;
    if (threadIdx.x == 0) busy[1 - turn] = 0;
    meet(meeting, goal);
    if (!goes_on) break;
    mine += topples ? 1 : 0;
    const int received = (row[place - 1] >= 2 ? 1 : 0) + (row[place + 1] >= 2 ? 1 : 0);
    if (is_cell) grains += received - (topples ? 2 : 0);
  }
  if (is_cell) out[at] = grains;
  const int of_warp = __reduce_add_sync(kAllLanes, mine);
  if (t % kWarp == 0) atomicAdd(&totals[team], of_warp);
  meet(meeting, goal);
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
