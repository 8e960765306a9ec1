// Prefix sums, solved: lanes by shuffles, warps through one word each, tiles by a tree or by
// looking back at those before them.
#include "exercise.h"

constexpr unsigned kAllLanes = 0xffffffffu;
constexpr int kWarp = 32;
constexpr int kThreads = 256;
constexpr int kWarps = kThreads / kWarp;
constexpr int kEach = kTile / kThreads;  // numbers of a thread, in a row

// Task 1. After the round with distance d each lane has the sum of the 2 d numbers up to its own.
__device__ std::uint32_t warp_scan(std::uint32_t sum) {
  const int lane = threadIdx.x % kWarp;
  for (int d = 1; d < kWarp; d *= 2) {
    const std::uint32_t below = __shfl_up_sync(kAllLanes, sum, d);
    if (lane >= d) sum += below;
  }
  return sum;
}

__global__ void scan_warps_kernel(const std::uint32_t* in, std::uint32_t* out, int count) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  const std::uint32_t sum = warp_scan(i < count ? in[i] : 0);
  if (i < count) out[i] = sum;
}

void scan_warps(const std::uint32_t* in, std::uint32_t* out, int count) {
  if (count == 0) return;
  scan_warps_kernel<<<ceil_div(count, kThreads), kThreads>>>(in, out, count);
  check(cudaGetLastError());
}

// Task 2. Each warp leaves its total. Behind the one barrier every warp scans the eight totals for
// itself, so none has to wait for one that does it for all.
__device__ std::uint32_t block_scan(std::uint32_t mine) {
  __shared__ std::uint32_t totals[kWarps];
  const int lane = threadIdx.x % kWarp;
  const int warp = threadIdx.x / kWarp;
  const std::uint32_t sum = warp_scan(mine);
  if (lane == kWarp - 1) totals[warp] = sum;
  __syncthreads();
  const std::uint32_t of_warps = warp_scan(lane < kWarps ? totals[lane] : 0);
  const std::uint32_t before = __shfl_sync(kAllLanes, of_warps, warp - 1);
  return sum + (warp > 0 ? before : 0);
}

__global__ void scan_tiles_kernel(const std::uint32_t* in, std::uint32_t* out, int count) {
  const int i = blockIdx.x * kSmallTile + threadIdx.x;
  const std::uint32_t sum = block_scan(i < count ? in[i] : 0);
  if (i < count) out[i] = sum;
}

void scan_tiles(const std::uint32_t* in, std::uint32_t* out, int count) {
  if (count == 0) return;
  scan_tiles_kernel<<<ceil_div(count, kSmallTile), kSmallTile>>>(in, out, count);
  check(cudaGetLastError());
}

// Task 3. Up the tree each node gets the sum of the numbers below it; down the tree, that of all
// before it. A gap behind every 32 words lets the lanes of a warp use different banks.
__device__ int place_of(int i) { return i + i / kWarp; }

__global__ void scan_tree_kernel(const std::uint32_t* in, std::uint32_t* out, int count) {
  __shared__ std::uint32_t tree[kTile + kTile / kWarp];
  const int t = threadIdx.x;
  const int first = blockIdx.x * kTile;
  for (int k = t; k < kTile; k += kTile / 2)
    tree[place_of(k)] = first + k < count ? in[first + k] : 0;
  for (int d = 1; d < kTile; d *= 2) {
    __syncthreads();
    if (t < kTile / 2 / d)
      tree[place_of(2 * d * (t + 1) - 1)] += tree[place_of(2 * d * (t + 1) - 1 - d)];
  }
  if (t == 0) tree[place_of(kTile - 1)] = 0;
  for (int d = kTile / 2; d > 0; d /= 2) {
    __syncthreads();
    if (t < kTile / 2 / d) {
      const int right = place_of(2 * d * (t + 1) - 1);
      const int left = place_of(2 * d * (t + 1) - 1 - d);
      const std::uint32_t before = tree[right];
      tree[right] = before + tree[left];
      tree[left] = before;
    }
  }
  __syncthreads();
  for (int k = t; k < kTile; k += kTile / 2)
    if (first + k < count) out[first + k] = tree[place_of(k)];
}

void scan_tree(const std::uint32_t* in, std::uint32_t* out, int count) {
  if (count == 0) return;
  scan_tree_kernel<<<ceil_div(count, kTile), kTile / 2>>>(in, out, count);
  check(cudaGetLastError());
}

// Task 4. The first kernel leaves each tile's sum, the second one scans these as one tile, the
// third one scans each tile from where the tiles before it end.
struct Four {
  std::uint32_t number[kEach];
};

__device__ Four load_four(const std::uint32_t* in, int first, int count) {
  Four four;
  if (first + kEach <= count) {
    const uint4 all = *reinterpret_cast<const uint4*>(in + first);
    four = {all.x, all.y, all.z, all.w};
  } else {
    for (int k = 0; k < kEach; ++k) four.number[k] = first + k < count ? in[first + k] : 0;
  }
  return four;
}

__device__ void store_four(std::uint32_t* out, int first, int count, const Four& four) {
  if (first + kEach <= count) {
    *reinterpret_cast<uint4*>(out + first) =
        make_uint4(four.number[0], four.number[1], four.number[2], four.number[3]);
  } else {
    for (int k = 0; k < kEach; ++k)
      if (first + k < count) out[first + k] = four.number[k];
  }
}

// Makes each number the sum of those up to it, of the thread's own.
__device__ void scan_four(Four& four) {
  for (int k = 1; k < kEach; ++k) four.number[k] += four.number[k - 1];
}

__global__ void tile_sums_kernel(const std::uint32_t* in, std::uint32_t* sums, int count) {
  Four four = load_four(in, blockIdx.x * kTile + threadIdx.x * kEach, count);
  scan_four(four);
  const std::uint32_t sum = block_scan(four.number[kEach - 1]);
  if (threadIdx.x == kThreads - 1) sums[blockIdx.x] = sum;
}

__global__ void scan_from_kernel(const std::uint32_t* in, const std::uint32_t* before,
                                 std::uint32_t* out, int count) {
  const int first = blockIdx.x * kTile + threadIdx.x * kEach;
  Four four = load_four(in, first, count);
  scan_four(four);
  const std::uint32_t mine = four.number[kEach - 1];
  std::uint32_t from = block_scan(mine) - mine;
  if (blockIdx.x > 0) from += before[blockIdx.x - 1];
  for (std::uint32_t& number : four.number) number += from;
  store_four(out, first, count, four);
}

void scan_long(const std::uint32_t* in, std::uint32_t* out, std::uint32_t* scratch, int count) {
  if (count == 0) return;
  const int tiles = ceil_div(count, kTile);
  if (tiles > 1) {
    tile_sums_kernel<<<tiles, kThreads>>>(in, scratch, count);
    scan_from_kernel<<<1, kThreads>>>(scratch, nullptr, scratch, tiles);
  }
  scan_from_kernel<<<tiles, kThreads>>>(in, scratch, out, count);
  check(cudaGetLastError());
}

// Task 5. A tile's word holds what is known of it and how much that is, in one piece: nobody can
// see the one without the other.
using Word = unsigned long long;
constexpr unsigned kTotal = 1;   // of this tile alone
constexpr unsigned kPrefix = 2;  // of all tiles up to this one

__device__ Word word_of(unsigned status, std::uint32_t value) {
  return static_cast<Word>(status) << 32 | value;
}
__device__ volatile Word* words_of(std::uint32_t* state) {
  return reinterpret_cast<volatile Word*>(state + kStateWords);
}

// Who comes first takes the first tile. So a block waits only for blocks that have begun.
__device__ int take_tile(std::uint32_t* state) {
  __shared__ int tile;
  if (threadIdx.x == 0) tile = static_cast<int>(atomicAdd(state, 1u));
  __syncthreads();
  return tile;
}

// The sum of all tiles before this one, for the lanes of one warp. They look at 32 tiles at once.
__device__ std::uint32_t look_back(volatile Word* words, int tile, std::uint32_t total) {
  const int lane = threadIdx.x % kWarp;
  if (lane == 0 && tile > 0) words[tile] = word_of(kTotal, total);
  std::uint32_t before = 0;
  bool is_done = tile == 0;
  for (int at = tile - 1 - lane; !is_done; at -= kWarp) {
    Word word = word_of(kPrefix, 0);
    do {
      if (at >= 0) word = words[at];
    } while (__any_sync(kAllLanes, word >> 32 == 0));
    const unsigned prefixes = __ballot_sync(kAllLanes, word >> 32 == kPrefix);
    const int last = prefixes != 0 ? __ffs(prefixes) - 1 : kWarp - 1;
    const auto value = static_cast<std::uint32_t>(word);
    before += __reduce_add_sync(kAllLanes, lane <= last ? value : 0);
    is_done = prefixes != 0;
  }
  if (lane == 0) words[tile] = word_of(kPrefix, before + total);
  return before;
}

// What the tiles before this one have, for all threads of the block. `sum`: of the threads up to
// this one.
__device__ std::uint32_t before_tile(std::uint32_t* state, int tile, std::uint32_t sum) {
  __shared__ std::uint32_t total, before;
  if (threadIdx.x == kThreads - 1) total = sum;
  __syncthreads();
  if (threadIdx.x < kWarp) {
    const std::uint32_t found = look_back(words_of(state), tile, total);
    if (threadIdx.x == 0) before = found;
  }
  __syncthreads();
  return before;
}

void clear_state(std::uint32_t* state, int tiles) {
  check(cudaMemsetAsync(state, 0, kStateWords * (tiles + 1) * sizeof(*state)));
}

__global__ void scan_once_kernel(const std::uint32_t* in, std::uint32_t* out, std::uint32_t* state,
                                 int count) {
  const int tile = take_tile(state);
  const int first = tile * kTile + threadIdx.x * kEach;
  Four four = load_four(in, first, count);
  scan_four(four);
  const std::uint32_t mine = four.number[kEach - 1];
  const std::uint32_t sum = block_scan(mine);
  const std::uint32_t from = before_tile(state, tile, sum) + sum - mine;
  for (std::uint32_t& number : four.number) number += from;
  store_four(out, first, count, four);
}

void scan_once(const std::uint32_t* in, std::uint32_t* out, std::uint32_t* state, int count) {
  if (count == 0) return;
  const int tiles = ceil_div(count, kTile);
  clear_state(state, tiles);
  scan_once_kernel<<<tiles, kThreads>>>(in, out, state, count);
  check(cudaGetLastError());
}

// Task 6. How many are kept before a number is where it goes. Each warp has numbers in a row, 32 at
// a time; a vote tells each lane how many lanes before it keep theirs.
__global__ void compact_kernel(const std::uint32_t* in, std::uint32_t limit, std::uint32_t* out,
                               std::uint32_t* kept, std::uint32_t* state, int count) {
  const int tile = take_tile(state);
  const int lane = threadIdx.x % kWarp;
  const int first = tile * kTile + threadIdx.x / kWarp * kWarp * kEach + lane;
  Four four;
  unsigned votes[kEach];
  std::uint32_t of_warp = 0;
  for (int k = 0; k < kEach; ++k) {
    const int i = first + k * kWarp;
    four.number[k] = i < count ? in[i] : 0;
    votes[k] = __ballot_sync(kAllLanes, i < count && four.number[k] >= limit);
    of_warp += __popc(votes[k]);
  }
  const std::uint32_t sum = block_scan(lane == 0 ? of_warp : 0);
  const std::uint32_t before = before_tile(state, tile, sum);
  std::uint32_t at = before + sum - of_warp;
  for (int k = 0; k < kEach; ++k) {
    const unsigned mine = 1u << lane;
    if (votes[k] & mine) out[at + __popc(votes[k] & (mine - 1))] = four.number[k];
    at += __popc(votes[k]);
  }
  if (tile == gridDim.x - 1 && threadIdx.x == kThreads - 1) *kept = at;
}

void compact(const std::uint32_t* in, std::uint32_t limit, std::uint32_t* out, std::uint32_t* kept,
             std::uint32_t* state, int count) {
  if (count == 0) {
    check(cudaMemsetAsync(kept, 0, sizeof(*kept)));
    return;
  }
  const int tiles = ceil_div(count, kTile);
  clear_state(state, tiles);
  compact_kernel<<<tiles, kThreads>>>(in, limit, out, kept, state, count);
  check(cudaGetLastError());
}
