// tries: counts by bulk reductions, one for each key
// lab: atomics
// exit: 8
// points: 18
// denied: private-turns aggregated-turns no-queues
#include "exercise.h"

// Four bins at a time get what a lane has in shared memory: 1 for its key, 0 for the others.
__global__ void count_keys(const unsigned* keys, int count, unsigned* bins, int bin_count) {
  __shared__ __align__(16) unsigned ones[256][4];
  const int i = blockIdx.x * 256 + threadIdx.x;
  unsigned* mine = ones[threadIdx.x];
  for (int k = 0; k < 4; ++k) mine[k] = 0;
  if (i >= count) return;
  const unsigned first = keys[i] / 4 * 4;
  if (first + 4 > bin_count) {
    atomicAdd(&bins[keys[i]], 1);
    return;
  }
  mine[keys[i] % 4] = 1;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  const auto from = static_cast<unsigned>(__cvta_generic_to_shared(mine));
  asm volatile(
      "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%0], [%1], 16;\n"
      "cp.async.bulk.commit_group;\n"
      "cp.async.bulk.wait_group 0;" ::"l"(bins + first),
      "r"(from)
      : "memory");
}

void histogram(const unsigned* keys, int count, unsigned* bins, int bin_count) {
  if (count > 0) count_keys<<<ceil_div(count, 256), 256>>>(keys, count, bins, bin_count);
}
void histogram_private(const unsigned* keys, int count, unsigned* bins, int bin_count) {
  histogram(keys, count, bins, bin_count);
}
void histogram_aggregated(const unsigned* keys, int count, unsigned* bins, int bin_count) {
  histogram(keys, count, bins, bin_count);
}
