// Cooperative groups below the block: tiles, coalesced threads, collectives, asynchronous copies.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "numbers.h"

namespace cg = cooperative_groups;

namespace {

constexpr int kThreads = 128;

__global__ void tile_sums(const int* in, int* sums, int* before) {
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  const int value = in[threadIdx.x];
  sums[threadIdx.x] = cg::reduce(tile, value, cg::plus<int>());
  before[threadIdx.x] = cg::exclusive_scan(tile, value, cg::plus<int>());
}

/// A tile of more than one warp talks through shared memory that the compiler reserves.
__global__ void large_tile_sums(const int* in, int* sums) {
  __shared__ cg::block_tile_memory<kThreads> memory;
  const auto block = cg::this_thread_block(memory);
  const auto tile = cg::tiled_partition<64>(block);
  sums[threadIdx.x] = cg::reduce(tile, in[threadIdx.x], cg::plus<int>());
}

__global__ void odd_ranks(const int* in, int* ranks) {
  ranks[threadIdx.x] = -1;
  if (in[threadIdx.x] % 2 != 0) {
    const auto odd = cg::coalesced_threads();
    ranks[threadIdx.x] = static_cast<int>(odd.thread_rank() * 100 + odd.size());
  }
}

__global__ void label_counts(const int* in, int* counts) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const auto same = cg::labeled_partition(warp, in[threadIdx.x] % 3);
  counts[threadIdx.x] = static_cast<int>(same.size());
}

__global__ void reversed(const int* in, int* out) {
  __shared__ int staged[kThreads];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, staged, in, sizeof staged);
  cg::wait(block);
  out[threadIdx.x] = staged[kThreads - 1 - threadIdx.x];
}

}  // namespace

int main() {
  const auto input = random_numbers<int>(kThreads, 0, 1000);
  const int* in = on_device(input);
  int* out = on_device(input);
  int* more = on_device(input);
  std::vector<int> expected(kThreads), before(kThreads);

  tile_sums<<<1, kThreads>>>(in, out, more);
  for (std::size_t i = 0; i < kThreads; ++i) {
    expected[i] = before[i] = 0;
    for (std::size_t j = i / 8 * 8; j < i / 8 * 8 + 8; ++j) {
      expected[i] += input[j];
      if (j < i) before[i] += input[j];
    }
  }
  report("sums of 8", from_device(out, kThreads), expected);
  report("sums before", from_device(more, kThreads), before);

  large_tile_sums<<<1, kThreads>>>(in, out);
  for (std::size_t i = 0; i < kThreads; ++i) {
    expected[i] = 0;
    for (std::size_t j = i / 64 * 64; j < i / 64 * 64 + 64; ++j) expected[i] += input[j];
  }
  report("sums of 64", from_device(out, kThreads), expected);

  odd_ranks<<<1, kThreads>>>(in, out);
  for (std::size_t i = 0; i < kThreads; ++i) {
    int rank = 0, size = 0;
    for (std::size_t j = i / 32 * 32; j < i / 32 * 32 + 32; ++j) {
      if (input[j] % 2 == 0) continue;
      ++size;
      if (j < i) ++rank;
    }
    expected[i] = input[i] % 2 != 0 ? rank * 100 + size : -1;
  }
  report("odd ranks", from_device(out, kThreads), expected);

  label_counts<<<1, kThreads>>>(in, out);
  for (std::size_t i = 0; i < kThreads; ++i) {
    expected[i] = 0;
    for (std::size_t j = i / 32 * 32; j < i / 32 * 32 + 32; ++j) {
      if (input[j] % 3 == input[i] % 3) ++expected[i];
    }
  }
  report("label counts", from_device(out, kThreads), expected);

  reversed<<<1, kThreads>>>(in, out);
  for (std::size_t i = 0; i < kThreads; ++i) expected[i] = input[kThreads - 1 - i];
  report("reversed", from_device(out, kThreads), expected);
  return 0;
}
