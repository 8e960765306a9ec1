// CUB's algorithms for blocks and warps, in four types.
#include <algorithm>
#include <cub/cub.cuh>
#include <string>

#include "numbers.h"

namespace {

constexpr int kThreads = 64, kItems = 5, kBlocks = 3, kTile = kThreads * kItems;
constexpr std::size_t kNumbers = std::size_t{kTile} * kBlocks;

struct Greater {
  template <typename T>
  __device__ bool operator()(T a, T b) const {
    return b < a;
  }
};
struct Maximum {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    return b > a ? b : a;
  }
};
struct Difference {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    return static_cast<T>(a - b);
  }
};
struct Differs {
  template <typename T>
  __device__ bool operator()(T a, T b) const {
    return a != b;
  }
};

template <typename T>
struct Results {
  T *sums, *running, *sorted, *merged, *striped, *differences, *maxima;
  int* heads;
};

template <typename T>
__global__ void use_block(const T* in, Results<T> out) {
  using Load = cub::BlockLoad<T, kThreads, kItems, cub::BLOCK_LOAD_TRANSPOSE>;
  using Store = cub::BlockStore<T, kThreads, kItems, cub::BLOCK_STORE_WARP_TRANSPOSE>;
  using Reduce = cub::BlockReduce<T, kThreads, cub::BLOCK_REDUCE_RAKING>;
  using Scan = cub::BlockScan<T, kThreads, cub::BLOCK_SCAN_WARP_SCANS>;
  using Sort = cub::BlockRadixSort<T, kThreads, kItems>;
  using Merge = cub::BlockMergeSort<T, kThreads, kItems>;
  using Exchange = cub::BlockExchange<T, kThreads, kItems>;
  using Adjacent = cub::BlockAdjacentDifference<T, kThreads>;
  using Discontinuity = cub::BlockDiscontinuity<T, kThreads>;
  using Halfwarp = cub::WarpReduce<T, 16>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
    typename Reduce::TempStorage reduce;
    typename Scan::TempStorage scan;
    typename Sort::TempStorage sort;
    typename Merge::TempStorage merge;
    typename Exchange::TempStorage exchange;
    typename Adjacent::TempStorage adjacent;
    typename Discontinuity::TempStorage discontinuity;
    typename Halfwarp::TempStorage halfwarp[kThreads / 16];
  } memory;
  const std::size_t tile = std::size_t{blockIdx.x} * kTile, thread = threadIdx.x;
  T own[kItems], other[kItems];
  const auto copy_own = [&] {
    for (int i = 0; i < kItems; ++i) other[i] = own[i];
  };
  Load(memory.load).Load(in + tile, own);
  __syncthreads();
  const T sum = Reduce(memory.reduce).Sum(own);
  if (thread == 0) out.sums[blockIdx.x] = sum;
  __syncthreads();
  Scan(memory.scan).InclusiveSum(own, other);
  __syncthreads();
  Store(memory.store).Store(out.running + tile, other);
  __syncthreads();
  copy_own();
  Sort(memory.sort).Sort(other);
  __syncthreads();
  Store(memory.store).Store(out.sorted + tile, other);
  __syncthreads();
  copy_own();
  Merge(memory.merge).Sort(other, Greater{});
  __syncthreads();
  Store(memory.store).Store(out.merged + tile, other);
  __syncthreads();
  Exchange(memory.exchange).BlockedToStriped(own, other);
  for (int i = 0; i < kItems; ++i)
    out.striped[tile + static_cast<std::size_t>(i) * kThreads + thread] = other[i];
  __syncthreads();
  Adjacent(memory.adjacent).SubtractLeft(own, other, Difference{});
  __syncthreads();
  Store(memory.store).Store(out.differences + tile, other);
  __syncthreads();
  int heads[kItems];
  Discontinuity(memory.discontinuity).FlagHeads(heads, own, Differs{});
  for (int i = 0; i < kItems; ++i)
    out.heads[tile + thread * kItems + static_cast<std::size_t>(i)] = heads[i];
  __syncthreads();
  const T most = Halfwarp(memory.halfwarp[thread / 16]).Reduce(own[0], Maximum{});
  if (thread % 16 == 0) out.maxima[(blockIdx.x * kThreads + thread) / 16] = most;
}

template <typename T>
void run(const std::string& type, T least, T most) {
  const auto numbers = random_numbers<T>(kNumbers, least, most);
  const auto fresh = [](std::size_t count) { return on_device(std::vector<T>(count)); };
  Results<T> found{fresh(kBlocks),  fresh(kNumbers), fresh(kNumbers),     fresh(kNumbers),
                   fresh(kNumbers), fresh(kNumbers), fresh(kNumbers / 5), nullptr};
  found.heads = on_device(std::vector<int>(kNumbers));
  use_block<<<kBlocks, kThreads>>>(on_device(numbers), found);
  check(cudaDeviceSynchronize(), "use_block");

  std::vector<T> sums, running, sorted, merged, differences, maxima;
  std::vector<int> heads;
  for (std::size_t tile = 0; tile < kNumbers; tile += kTile) {
    T sum = 0;
    for (std::size_t i = 0; i < kTile; ++i) {
      const T number = numbers[tile + i];
      sum = static_cast<T>(sum + number);
      running.push_back(sum);
      differences.push_back(i == 0 ? number : static_cast<T>(number - numbers[tile + i - 1]));
      heads.push_back(i == 0 || number != numbers[tile + i - 1] ? 1 : 0);
    }
    sums.push_back(sum);
    std::vector<T> own(numbers.begin() + static_cast<std::ptrdiff_t>(tile),
                       numbers.begin() + static_cast<std::ptrdiff_t>(tile + kTile));
    for (std::size_t first = 0; first < kThreads; first += 16) {
      T greatest = own[first * kItems];
      for (std::size_t k = 1; k < 16; ++k) greatest = std::max(greatest, own[(first + k) * kItems]);
      maxima.push_back(greatest);
    }
    std::sort(own.begin(), own.end());
    sorted.insert(sorted.end(), own.begin(), own.end());
    merged.insert(merged.end(), own.rbegin(), own.rend());
  }
  const auto say = [&](const char* what, const T* memory, const std::vector<T>& expected) {
    report((type + ", " + what).c_str(), from_device(memory, expected.size()), expected);
  };
  say("sums", found.sums, sums);
  say("running sums", found.running, running);
  say("sorted", found.sorted, sorted);
  say("merged", found.merged, merged);
  say("striped", found.striped, numbers);
  say("differences", found.differences, differences);
  report((type + ", heads").c_str(), from_device(found.heads, heads.size()), heads);
  say("maxima of 16", found.maxima, maxima);
}

}  // namespace

int main() {
  run<signed char>("int8", -100, 100);
  run<unsigned short>("uint16", 0, 60000);
  run<long long>("int64", -1'000'000'000'000, 1'000'000'000'000);
  run<double>("double", -1000, 1000);
  return 0;
}
