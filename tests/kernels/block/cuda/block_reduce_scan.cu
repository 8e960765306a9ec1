// Reductions and scans of blocks of several sizes, against loops.
#include "kernels/block/reduce.cuh"
#include "kernels/block/scan.cuh"
#include "tests/kernels/cases.h"

namespace block = warpscope::block;
namespace warp = warpscope::warp;

template <int Threads, typename T, typename Op>
__global__ void both(const T* value, T neutral, T* reduced, T* before, T* through, T* total) {
  __shared__ block::ReduceStorage<T, Threads> reduce_storage;
  __shared__ block::ScanStorage<T, Threads> scan_storage;
  const unsigned i = blockIdx.x * Threads + threadIdx.x;
  const T all = block::reduce<Threads>(value[i], reduce_storage, Op{});
  if (threadIdx.x < 32) reduced[blockIdx.x * 32 + threadIdx.x] = all;
  const auto scanned = block::scan<Threads>(value[i], scan_storage, neutral, Op{});
  before[i] = scanned.before;
  through[i] = scanned.through;
  total[i] = scanned.total;
}

template <int Threads, typename T, typename Op>
void try_block(T neutral, std::size_t& wrong) {
  constexpr unsigned blocks = 5;
  const std::vector<T> input = random_values<T>(blocks * Threads, Threads);
  std::vector<T> before, through, total, reduced;
  for (unsigned b = 0; b < blocks; ++b) {
    T all{};
    for (unsigned t = 0; t < Threads; ++t) {
      before.push_back(t == 0 ? neutral : all);
      all = t == 0 ? input[b * Threads] : Op{}(all, input[b * Threads + t]);
      through.push_back(all);
    }
    total.insert(total.end(), Threads, all);
    reduced.insert(reduced.end(), 32, all);
  }
  const OnDevice<T> in(input), device_reduced(reduced.size()), device_before(input.size()),
      device_through(input.size()), device_total(input.size());
  both<Threads, T, Op><<<blocks, Threads>>>(in.get(), neutral, device_reduced.get(),
                                            device_before.get(), device_through.get(),
                                            device_total.get());
  count_wrong(device_reduced.values(), reduced, wrong);
  count_wrong(device_before.values(), before, wrong);
  count_wrong(device_through.values(), through, wrong);
  count_wrong(device_total.values(), total, wrong);
}

template <typename T, typename Op>
void try_sizes(const char* what, T neutral) {
  std::size_t wrong = 0;
  try_block<32, T, Op>(neutral, wrong);
  try_block<64, T, Op>(neutral, wrong);
  try_block<96, T, Op>(neutral, wrong);
  try_block<256, T, Op>(neutral, wrong);
  try_block<992, T, Op>(neutral, wrong);
  try_block<1024, T, Op>(neutral, wrong);
  report(what, wrong);
}

int main() {
  try_sizes<int, warp::Sum>("int sum", 0);
  try_sizes<unsigned, warp::Max>("unsigned maximum", 0);
  try_sizes<double, warp::Sum>("double sum", 0);
  try_sizes<Affine, Then>("maps in order", Affine{});
  return 0;
}
