// Kernels for the clock that make few values of many: sums, scans, ranks. See further.csv.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "further.cuh"

namespace {

using further::kMega;
namespace groups = cooperative_groups;

/// Sums up to each element of a block, by shuffles.
__global__ void scan_shuffles(const int* from, int* to) {
  __shared__ int warps[32];
  const int i = blockIdx.x * 1024 + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int sum = from[i];
  for (int d = 1; d < 32; d *= 2) {
    const int other = __shfl_up_sync(~0u, sum, d);
    if (lane >= d) sum += other;
  }
  if (lane == 31) warps[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    int all = warps[lane];
    for (int d = 1; d < 32; d *= 2) {
      const int other = __shfl_up_sync(~0u, all, d);
      if (lane >= d) all += other;
    }
    warps[lane] = all;
  }
  __syncthreads();
  to[i] = sum + (warp > 0 ? warps[warp - 1] : 0);
}

/// Blelloch's two sweeps through a tree, without padding.
__global__ void scan_tree(const int* from, int* to) {
  __shared__ int tree[1024];
  const int t = threadIdx.x, base = blockIdx.x * 1024;
  tree[2 * t] = from[base + 2 * t], tree[2 * t + 1] = from[base + 2 * t + 1];
  int step = 1;
  for (int d = 512; d > 0; d /= 2, step *= 2) {
    __syncthreads();
    if (t < d) tree[step * (2 * t + 2) - 1] += tree[step * (2 * t + 1) - 1];
  }
  if (t == 0) tree[1023] = 0;
  for (int d = 1; d < 1024; d *= 2) {
    step /= 2;
    __syncthreads();
    if (t >= d) continue;
    const int left = step * (2 * t + 1) - 1, right = step * (2 * t + 2) - 1, kept = tree[left];
    tree[left] = tree[right], tree[right] += kept;
  }
  __syncthreads();
  to[base + 2 * t] = tree[2 * t], to[base + 2 * t + 1] = tree[2 * t + 1];
}

/// The block that comes last adds up the blocks' sums.
__global__ void dot_last(const float* x, const float* y, float* parts, unsigned* done, float* to,
                         int n) {
  __shared__ float part[256];
  __shared__ bool last;
  float sum = 0;
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) sum += x[i] * y[i];
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int d = 128; d > 0; d /= 2) {
    if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = part[0];
    __threadfence();
    last = atomicInc(done, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last || threadIdx.x != 0) return;
  float all = 0;
  for (unsigned b = 0; b < gridDim.x; ++b) all += __ldcg(parts + b);
  *to = all;
}

__global__ void largest_groups(const int4* from, int* to) {
  const auto block = groups::this_thread_block();
  const auto warp = groups::tiled_partition<32>(block);
  const int4 v = from[blockIdx.x * blockDim.x + threadIdx.x];
  int most = max(max(v.x, v.y), max(v.z, v.w));
  most = groups::reduce(warp, most, groups::greater<int>());
  __shared__ int warps[8];
  if (warp.thread_rank() == 0) warps[warp.meta_group_rank()] = most;
  block.sync();
  if (threadIdx.x >= 8) return;
  for (int k = 0; k < 8; ++k) most = max(most, warps[k]);
  if (threadIdx.x == 0) to[blockIdx.x] = most;
}

/// Two elements a thread, and a tail without a loop.
template <int kThreads>
__global__ void sum_unrolled(const float* from, float* to) {
  __shared__ float part[kThreads];
  const int t = threadIdx.x, i = blockIdx.x * kThreads * 2 + t;
  part[t] = from[i] + from[i + kThreads];
  __syncthreads();
  if (kThreads >= 512 && t < 256) part[t] += part[t + 256];
  __syncthreads();
  if (kThreads >= 256 && t < 128) part[t] += part[t + 128];
  __syncthreads();
  if (t < 64) part[t] += part[t + 64];
  __syncthreads();
  if (t >= 32) return;
  float sum = part[t] + part[t + 32];
#pragma unroll
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
  if (t == 0) to[blockIdx.x] = sum;
}

/// Lanes with the same key are added up, and one of them says so.
__global__ void sum_keys(const int* keys, const int* values, int* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, key = keys[i];
  const unsigned same = __match_any_sync(~0u, key);
  const int sum = __reduce_add_sync(same, values[i]);
  if (threadIdx.x % 32 == __ffs(same) - 1) atomicAdd(&to[key], sum);
}

/// Keeps what is positive; one atomic a warp.
__global__ void compact(const int* from, int* to, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, value = from[i];
  const unsigned kept = __ballot_sync(~0u, value > 0);
  int at = 0;
  if (lane == 0) at = atomicAdd(count, __popc(kept));
  at = __shfl_sync(~0u, at, 0) + __popc(kept & ((1u << lane) - 1));
  if (value > 0) to[at] = value;
}

/// How many lanes have each of 16 digits, by votes.
__global__ void digits(const unsigned* from, int* to, int n) {
  int own = 0;
  const int lane = threadIdx.x % 32;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const unsigned v = from[i];
    unsigned same = ~0u;
#pragma unroll
    for (int b = 0; b < 4; ++b) {
      const unsigned votes = __ballot_sync(~0u, (v >> b) & 1);
      same &= (lane >> b) & 1 ? votes : ~votes;
    }
    own += __popc(same);
  }
  if (lane < 16) atomicAdd(&to[lane], own);
}

/// The whole grid meets twice.
__global__ void sum_grid(const int* from, int* parts, int* to, int n) {
  const auto grid = groups::this_grid();
  int sum = 0;
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) sum += from[i];
  sum = __reduce_add_sync(~0u, sum);
  __shared__ int warps[8];
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int k = 1; k < 8; ++k) sum += warps[k];
    parts[blockIdx.x] = sum;
  }
  grid.sync();
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    int all = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) all += parts[b];
    *to = all;
  }
  grid.sync();
  if (threadIdx.x == 0) parts[blockIdx.x] = *to;
}

void scans(further::Checks& checks, further::Numbers& numbers) {
  const std::vector<int> values = numbers.all_below<int>(2 * kMega, 10);
  further::Array<int> from(values), to(2 * kMega);
  scan_shuffles<<<1024, 1024>>>(from, to);
  int sum = 0;
  for (int i = 1024; i <= 1024 + 700; ++i) sum += values[i];
  checks.expect(to.at(1024 + 700) == sum, "scan_shuffles");
  scan_tree<<<2048, 512>>>(from, to);
  checks.expect(to.at(1024 + 701) == sum, "scan_tree");
  further::Array<int> small(2048);
  sum_keys<<<2048, 256>>>(from, from, small);
  sum = 0;
  for (int i = 0; i < 2048 * 256; ++i) sum += values[i] == 3 ? 3 : 0;
  checks.expect(small.at(3) == sum, "sum_keys");
  largest_groups<<<2048, 256>>>(from.as<int4>(), small.as<int>());
  checks.expect(small.at(5) == 9, "largest_groups");
  further::Array<int> count(16), kept(2 * kMega);
  compact<<<4096, 256>>>(from, kept, count);
  sum = 0;
  for (int i = 0; i < kMega; ++i) sum += values[i] > 0;
  checks.expect(count.at(0) == sum, "compact");
  further::Array<int> tally(16);
  digits<<<264, 256>>>(from.as<unsigned>(), tally, 2 * kMega);
  sum = 0;
  for (int value : values) sum += value == 7;
  checks.expect(tally.at(7) == sum, "digits");
  further::Array<int> parts(264), all(1);
  int *from_at = from, *parts_at = parts, *all_at = all, n = 2 * kMega;
  void* arguments[] = {&from_at, &parts_at, &all_at, &n};
  further::check(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(sum_grid), dim3(264),
                                             dim3(256), arguments, 0, nullptr),
                 "cudaLaunchCooperativeKernel");
  sum = 0;
  for (int value : values) sum += value;
  checks.expect(parts.at(263) == sum, "sum_grid");
}

void sums(further::Checks& checks) {
  further::Array<float> x(std::vector<float>(4 * kMega, 2.f)),
      y(std::vector<float>(2 * kMega, 3.f)), to(16384), dot(1);
  further::Array<unsigned> done(1);
  dot_last<<<512, 256>>>(x, y, to, done, dot, 2 * kMega);
  checks.near(dot.at(0), 12. * kMega, "dot_last");
  sum_unrolled<256><<<8192, 256>>>(x, to);
  checks.near(to.at(8191), 1024, "sum_unrolled");
}

}  // namespace

int main() {
  further::Checks checks;
  further::Numbers numbers(45);
  scans(checks, numbers);
  sums(checks);
  return checks.end();
}
