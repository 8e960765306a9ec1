// Kernels for the clock whose threads change the same words. See further.csv.
#include <cooperative_groups.h>

#include "further.cuh"

namespace {

using further::kMega;
using Wide = unsigned long long;
namespace groups = cooperative_groups;

/// Each warp has its own 64 bins.
__global__ void bins_by_warps(const unsigned char* from, unsigned* bins, int n) {
  __shared__ unsigned own[8][64];
  for (int k = threadIdx.x; k < 512; k += 256) own[k / 64][k % 64] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
    atomicAdd(&own[threadIdx.x / 32][from[i] & 63], 1u);
  __syncthreads();
  if (threadIdx.x >= 64) return;
  unsigned sum = 0;
  for (int warp = 0; warp < 8; ++warp) sum += own[warp][threadIdx.x];
  atomicAdd(&bins[threadIdx.x], sum);
}

/// Seven of eight values fall into one bin.
__global__ void bins_skewed(const unsigned char* from, unsigned* bins, int n) {
  __shared__ unsigned own[256];
  own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
    atomicAdd(&own[from[i] < 224 ? 0 : from[i]], 1u);
  __syncthreads();
  if (own[threadIdx.x] != 0) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

__global__ void add_fractions(const int* keys, float* to) {
  atomicAdd(&to[keys[blockIdx.x * blockDim.x + threadIdx.x]], .5f);
}

/// The largest fraction of each of 64 groups, by comparing and swapping.
__global__ void largest_swapped(const float* from, int* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float value = from[i];
  int* at = to + blockIdx.x % 64;
  int seen = *at;
  while (__int_as_float(seen) < value) {
    const int before = atomicCAS(at, seen, __float_as_int(value));
    if (before == seen) break;
    seen = before;
  }
}

/// Warps take pieces of work from a counter until none is left.
__global__ void take_tickets(const float* from, float* to, int* next, int pieces) {
  const int lane = threadIdx.x % 32;
  while (true) {
    int piece = 0;
    if (lane == 0) piece = atomicAdd(next, 1);
    piece = __shfl_sync(~0u, piece, 0);
    if (piece >= pieces) return;
    float sum = 0;
    for (int k = lane; k < 256; k += 32) sum += from[piece * 256 + k];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    if (lane == 0) to[piece] = sum;
  }
}

/// Lanes that go the same way count together.
__global__ void count_together(const int* from, int* count, int* place) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (from[i] % 3 != 0) return;
  const auto active = groups::coalesced_threads();
  int base = 0;
  if (active.thread_rank() == 0) base = atomicAdd(count, static_cast<int>(active.size()));
  place[i] = active.shfl(base, 0) + static_cast<int>(active.thread_rank());
}

/// A table with open addresses.
__global__ void insert_keys(const unsigned* keys, unsigned* table, unsigned mask) {
  const unsigned key = keys[blockIdx.x * blockDim.x + threadIdx.x] + 1;
  unsigned at = (key * 2654435761u) >> 8;
  while (true) {
    at &= mask;
    const unsigned before = atomicCAS(&table[at], 0u, key);
    if (before == 0 || before == key) return;
    ++at;
  }
}

/// Distances along the edges of a graph.
__global__ void relax_edges(const int* from, const int* to, const int* length, int* distance) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int through = distance[from[i]] + length[i];
  if (through < distance[to[i]]) atomicMin(&distance[to[i]], through);
}

/// Words of eight bytes in shared memory.
__global__ void sum_wide(const int* keys, Wide* to, int n) {
  __shared__ Wide own[128];
  if (threadIdx.x < 128) own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
    atomicAdd(&own[keys[i] & 127], Wide{1} << 33);
  __syncthreads();
  if (threadIdx.x < 128) atomicAdd(&to[threadIdx.x], own[threadIdx.x]);
}

/// Lists, each made by exchanging its head.
__global__ void make_lists(const int* keys, int* heads, int* next) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  next[i] = atomicExch(&heads[keys[i]], i + 1);
}

/// Bits of a field that many threads set.
__global__ void set_bits(const int* from, unsigned* field) {
  const int at = from[blockIdx.x * blockDim.x + threadIdx.x];
  atomicOr(&field[at / 32], 1u << (at % 32));
}

void bins(further::Checks& checks, further::Numbers& numbers) {
  const auto bytes = numbers.all_below<unsigned char>(2 * kMega, 256);
  further::Array<unsigned char> from(bytes);
  further::Array<unsigned> tally(256);
  bins_by_warps<<<264, 256>>>(from, tally, 2 * kMega);
  unsigned expected = 0;
  for (unsigned char byte : bytes) expected += (byte & 63) == 9;
  checks.expect(tally.at(9) == expected, "bins_by_warps");
  further::Array<unsigned> skewed(256);
  bins_skewed<<<264, 256>>>(from, skewed, 2 * kMega);
  expected = 0;
  for (unsigned char byte : bytes) expected += byte == 230;
  checks.expect(skewed.at(230) == expected, "bins_skewed");

  const std::vector<int> keys = numbers.all_below<int>(kMega, 4096);
  further::Array<int> key(keys);
  further::Array<float> fractions(4096);
  add_fractions<<<2048, 256>>>(key, fractions);
  float sum = 0;
  for (int i = 0; i < 2048 * 256; ++i) sum += keys[i] == 5 ? .5f : 0;
  checks.near(fractions.at(5), sum, "add_fractions");
  further::Array<Wide> wide(128);
  sum_wide<<<264, 256>>>(key, wide, kMega);
  Wide many = 0;
  for (int value : keys) many += (value & 127) == 5 ? Wide{1} << 33 : 0;
  checks.expect(wide.at(5) == many, "sum_wide");
  further::Array<int> heads(4096), next(kMega);
  make_lists<<<1024, 256>>>(key, heads, next);
  int length = 0, wanted = 0;
  const std::vector<int> list = next.values();
  for (int at = heads.at(77); at != 0; at = list[at - 1]) ++length;
  for (int i = 0; i < 1024 * 256; ++i) wanted += keys[i] == 77;
  checks.expect(length == wanted, "make_lists");
}

void queues(further::Checks& checks, further::Numbers& numbers) {
  const std::vector<float> values = numbers.fractions(4 * kMega);
  further::Array<float> from(values), sums(16384);
  further::Array<int> most(64), count(1), place(kMega), tickets(1);
  largest_swapped<<<1024, 256>>>(from, most);
  float largest = 0;
  for (int b = 3; b < 1024; b += 64)
    for (int t = 0; t < 256; ++t)
      largest = values[b * 256 + t] > largest ? values[b * 256 + t] : largest;
  const int bits = most.at(3);
  checks.expect(reinterpret_cast<const float&>(bits) == largest, "largest_swapped");
  take_tickets<<<264, 256>>>(from, sums, tickets, 16384);
  float sum = 0;
  for (int k = 0; k < 256; ++k) sum += values[9 * 256 + k];
  checks.near(sums.at(9), sum, "take_tickets");

  const std::vector<int> whole = numbers.all_below<int>(kMega, kMega);
  further::Array<int> numbered(whole);
  count_together<<<2048, 256>>>(numbered, count, place);
  int thirds = 0;
  for (int i = 0; i < 2048 * 256; ++i) thirds += whole[i] % 3 == 0;
  checks.expect(count.at(0) == thirds, "count_together");
  further::Array<unsigned> table(kMega), field(kMega / 32);
  insert_keys<<<1024, 256>>>(numbered.as<unsigned>(), table, kMega - 1);
  unsigned found = 0;
  for (unsigned entry : table.values()) found += entry == static_cast<unsigned>(whole[5]) + 1;
  checks.expect(found == 1, "insert_keys");
  set_bits<<<2048, 256>>>(numbered, field);
  checks.expect((field.at(whole[8] / 32) >> (whole[8] % 32) & 1) == 1, "set_bits");

  constexpr int kNodes = 65536;
  further::Array<int> ends(numbers.all_below<int>(kMega, kNodes)),
      begins(numbers.all_below<int>(kMega, kNodes)), lengths(numbers.all_below<int>(kMega, 100)),
      distance(std::vector<int>(kNodes, 1000));
  relax_edges<<<2048, 256>>>(begins, ends, lengths, distance);
  checks.expect(distance.at(ends.at(5)) <= 1000, "relax_edges");
}

}  // namespace

int main() {
  further::Checks checks;
  further::Numbers numbers(5678);
  bins(checks, numbers);
  queues(checks, numbers);
  return checks.end();
}
