#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

__global__ void reduce(const int* in, int* out) {
  const auto block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<32>(block);
  const int sum = cg::reduce(tile, in[block.thread_rank()], cg::plus<int>());
  const int prefix = cg::inclusive_scan(tile, sum);
  if (tile.any(sum > 3)) out[tile.thread_rank()] = tile.shfl_down(prefix, 1);
  const auto active = cg::coalesced_threads();
  out[active.thread_rank()] += static_cast<int>(active.ballot(sum == 1));
  out[1] = static_cast<int>(__match_any_sync(0xFFFFFFFF, sum));
  int all_equal;
  out[2] = static_cast<int>(__match_all_sync(0xFFFFFFFF, sum, &all_equal)) + all_equal;
  cg::this_grid().sync();
}
