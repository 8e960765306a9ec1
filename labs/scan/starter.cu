// Prefix sums: six functions that say for each number what those before it add up to. Two give a
// wrong answer, and the others do far more than they have to.
//
// cpu.h says what is computed; the handout says what to predict before each change.
#include "exercise.h"

constexpr unsigned kAllLanes = 0xffffffffu;
constexpr int kWarp = 32;
constexpr int kThreads = 256;

// Task 1. Each lane asks all lanes below it, one after the other.
// Ask: what does a lane know after two rounds that the next one asks for again?
__global__ void scan_warps_kernel(const std::uint32_t* in, std::uint32_t* out, int count) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  const int lane = threadIdx.x % kWarp;
  const std::uint32_t mine = i < count ? in[i] : 0;
  std::uint32_t sum = mine;
  for (int d = 1; d < kWarp; ++d) {
    const std::uint32_t below = __shfl_up_sync(kAllLanes, mine, d);
    if (lane >= d) sum += below;
  }
  if (i < count) out[i] = sum;
}

void scan_warps(const std::uint32_t* in, std::uint32_t* out, int count) {
  if (count == 0) return;
  scan_warps_kernel<<<ceil_div(count, kThreads), kThreads>>>(in, out, count);
  check(cudaGetLastError());
}

// Task 2. Eight rounds over a tile in shared memory: each number gets the one d places before it.
// Ask: who has already changed tile[t - d] when I read it?
__global__ void scan_tiles_kernel(const std::uint32_t* in, std::uint32_t* out, int count) {
  __shared__ std::uint32_t tile[kSmallTile];
  const int t = threadIdx.x;
  const int i = blockIdx.x * kSmallTile + t;
  tile[t] = i < count ? in[i] : 0;
  __syncthreads();
  for (int d = 1; d < kSmallTile; d *= 2) {
    if (t >= d) tile[t] += tile[t - d];
    __syncthreads();
  }
  if (i < count) out[i] = tile[t];
}

void scan_tiles(const std::uint32_t* in, std::uint32_t* out, int count) {
  if (count == 0) return;
  scan_tiles_kernel<<<ceil_div(count, kSmallTile), kSmallTile>>>(in, out, count);
  check(cudaGetLastError());
}

// Ten rounds by two arrays in turn; nearly all of the 1024 threads add in each. Task 5 has it, too.
__device__ std::uint32_t scan_of_tile(std::uint32_t sum) {
  __shared__ std::uint32_t tile[2][kTile];
  const int t = threadIdx.x;
  int turn = 0;
  for (int d = 1; d < kTile; d *= 2) {
    tile[turn][t] = sum;
    __syncthreads();
    if (t >= d) sum += tile[turn][t - d];
    turn = 1 - turn;
  }
  return sum;
}

// Task 3. What a thread has at the end, without its own number.
// Ask: how many additions do the ten rounds make, and how many does cpu.h make?
__global__ void scan_tree_kernel(const std::uint32_t* in, std::uint32_t* out, int count) {
  const int i = blockIdx.x * kTile + threadIdx.x;
  const std::uint32_t mine = i < count ? in[i] : 0;
  const std::uint32_t sum = scan_of_tile(mine);
  if (i < count) out[i] = sum - mine;
}

void scan_tree(const std::uint32_t* in, std::uint32_t* out, int count) {
  if (count == 0) return;
  scan_tree_kernel<<<ceil_div(count, kTile), kTile>>>(in, out, count);
  check(cudaGetLastError());
}

// Task 4. The same rounds over the whole array, a launch for each: no block may read what another
// one has not written yet.
// Ask: how often is each number read and written?
__global__ void add_kernel(const std::uint32_t* in, std::uint32_t* out, int d, int count) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (i < count) out[i] = in[i] + (i >= d ? in[i - d] : 0);
}

void scan_long(const std::uint32_t* in, std::uint32_t* out, std::uint32_t* scratch, int count) {
  if (count == 0) return;
  const int blocks = ceil_div(count, kThreads);
  int rounds = 1;
  while ((1 << rounds) < count) ++rounds;
  const std::uint32_t* from = in;
  for (int round = 0; round < rounds; ++round) {
    std::uint32_t* to = (rounds - round) % 2 == 1 ? out : scratch;
    add_kernel<<<blocks, kThreads>>>(from, to, 1 << round, count);
    from = to;
  }
  check(cudaGetLastError());
}

// Task 5. A launch for each tile, which goes on where the one before has ended.
// Ask: how many multiprocessors work at a time?
__global__ void scan_next_kernel(const std::uint32_t* in, std::uint32_t* out, int first,
                                 int count) {
  const int i = first + threadIdx.x;
  const std::uint32_t before = first > 0 ? out[first - 1] : 0;
  const std::uint32_t sum = scan_of_tile(i < count ? in[i] : 0);
  if (i < count) out[i] = before + sum;
}

void scan_once(const std::uint32_t* in, std::uint32_t* out, std::uint32_t* state, int count) {
  for (int first = 0; first < count; first += kTile)
    scan_next_kernel<<<1, kTile>>>(in, out, first, count);
  check(cudaGetLastError());
}

// Task 6. Eight blocks that stay; who keeps a number takes the next free place.
// Ask: in which order do they come?
__global__ void compact_kernel(const std::uint32_t* in, std::uint32_t limit, std::uint32_t* out,
                               std::uint32_t* kept, int count) {
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < count; i += gridDim.x * kThreads)
    if (in[i] >= limit) out[atomicAdd(kept, 1u)] = in[i];
}

void compact(const std::uint32_t* in, std::uint32_t limit, std::uint32_t* out, std::uint32_t* kept,
             std::uint32_t* state, int count) {
  check(cudaMemsetAsync(kept, 0, sizeof(*kept)));
  if (count == 0) return;
  compact_kernel<<<8, kThreads>>>(in, limit, out, kept, count);
  check(cudaGetLastError());
}
