// Reductions of every operator and several types over all lanes and over parts of them, against a
// loop.
#include "kernels/warp/reduce.cuh"
#include "tests/kernels/warp/cuda/masks.h"

namespace warp = warpscope::warp;

/// One warp per mask. A lane of the mask writes its result over its value; the others leave theirs.
template <typename T, typename Op>
__global__ void reduce_parts(T* value, const std::uint32_t* mask) {
  const std::uint32_t lanes = mask[blockIdx.x];
  T& mine = value[blockIdx.x * 32 + threadIdx.x];
  if ((lanes >> threadIdx.x & 1U) != 0) mine = warp::reduce_lanes(mine, lanes, Op{});
}

template <typename T, typename Op>
__global__ void reduce_all(T* value) {
  T& mine = value[blockIdx.x * 32 + threadIdx.x];
  mine = warp::reduce(mine, Op{});
}

template <typename T, typename Op>
void try_reductions(const char* what) {
  const std::vector<std::uint32_t> sets = masks();
  const auto warps = static_cast<unsigned>(sets.size());
  const std::vector<T> input = random_values<T>(sets.size() * 32, 1);
  std::vector<T> parts = input;
  std::vector<T> all = input;
  for (std::size_t w = 0; w < sets.size(); ++w) {
    T of_all = input[w * 32];
    for (std::size_t i = 1; i < 32; ++i) of_all = Op{}(of_all, input[w * 32 + i]);
    T of_part{};
    bool is_first = true;
    for (std::size_t i = 0; i < 32; ++i) {
      if ((sets[w] >> i & 1U) == 0) continue;
      of_part = is_first ? input[w * 32 + i] : Op{}(of_part, input[w * 32 + i]);
      is_first = false;
    }
    for (std::size_t i = 0; i < 32; ++i) {
      all[w * 32 + i] = of_all;
      if ((sets[w] >> i & 1U) != 0) parts[w * 32 + i] = of_part;
    }
  }
  std::size_t wrong = 0;
  const OnDevice<std::uint32_t> device_masks(sets);
  const OnDevice<T> in_parts(input);
  reduce_parts<T, Op><<<warps, 32>>>(in_parts.get(), device_masks.get());
  count_wrong(in_parts.values(), parts, wrong);
  const OnDevice<T> in_all(input);
  reduce_all<T, Op><<<warps, 32>>>(in_all.get());
  count_wrong(in_all.values(), all, wrong);
  report(what, wrong);
}

/// The widest values: where a signed minimum differs from an unsigned one, and sums wrap.
__global__ void extremes(int* result) {
  const int value = threadIdx.x == 7   ? -2147483647 - 1
                    : threadIdx.x == 9 ? 2147483647
                                       : static_cast<int>(threadIdx.x) - 16;
  const int least = warp::reduce(value, warp::Min{});
  const int most = warp::reduce(value, warp::Max{});
  const unsigned least_bits = warp::reduce(static_cast<unsigned>(value), warp::Min{});
  const unsigned sum = warp::reduce(0xffff'ffffU);
  if (threadIdx.x == 0) {
    result[0] = least;
    result[1] = most;
    result[2] = static_cast<int>(least_bits);
    result[3] = static_cast<int>(sum);
  }
}

int main() {
  try_reductions<int, warp::Sum>("int sum");
  try_reductions<int, warp::Min>("int minimum");
  try_reductions<int, warp::Max>("int maximum");
  try_reductions<unsigned, warp::Min>("unsigned minimum");
  try_reductions<unsigned, warp::BitAnd>("and");
  try_reductions<unsigned, warp::BitOr>("or");
  try_reductions<unsigned, warp::BitXor>("xor");
  try_reductions<std::int64_t, warp::Sum>("64-bit sum");
  try_reductions<short, warp::Max>("short maximum");
  try_reductions<float, warp::Sum>("float sum");
  try_reductions<double, warp::Min>("double minimum");
  try_reductions<Affine, Then>("maps in order");
  const OnDevice<int> result(4);
  extremes<<<1, 32>>>(result.get());
  std::size_t wrong = 0;
  count_wrong(result.values(), {-2147483647 - 1, 2147483647, 0, -32}, wrong);
  report("extremes", wrong);
  return 0;
}
