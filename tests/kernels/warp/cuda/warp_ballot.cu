// Arithmetic on masks against loops, and sums of 1024 bits against addition with a carry, word by
// word.
#include "kernels/warp/ballot.cuh"
#include "tests/kernels/warp/cuda/masks.h"

namespace warp = warpscope::warp;

__global__ void ranks(const std::uint32_t* mask, std::uint32_t* rank, std::uint32_t* nth) {
  const unsigned i = blockIdx.x * 32 + threadIdx.x;
  rank[i] = warp::rank_in(mask[blockIdx.x]);
  nth[i] = warp::nth_in(mask[blockIdx.x], threadIdx.x);
}

__global__ void wide(const std::uint32_t* a, const std::uint32_t* b, std::uint32_t* sum,
                     std::uint32_t* difference) {
  const unsigned i = blockIdx.x * 32 + threadIdx.x;
  const bool carry_in = blockIdx.x % 2 != 0;
  const warp::WideSum added = warp::add_wide(a[i], b[i], carry_in);
  const warp::WideSum taken = warp::subtract_wide(a[i], b[i], carry_in);
  sum[blockIdx.x * 33 + threadIdx.x] = added.word;
  difference[blockIdx.x * 33 + threadIdx.x] = taken.word;
  if (threadIdx.x == blockIdx.x % 32) {
    sum[blockIdx.x * 33 + 32] = added.carry ? 1 : 0;
    difference[blockIdx.x * 33 + 32] = taken.carry ? 1 : 0;
  }
}

int main() {
  const std::vector<std::uint32_t> sets = masks();
  const auto warps = static_cast<unsigned>(sets.size());
  std::vector<std::uint32_t> rank, nth;
  for (const std::uint32_t mask : sets) {
    std::vector<std::uint32_t> lanes;
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      rank.push_back(static_cast<std::uint32_t>(lanes.size()));
      if ((mask >> lane & 1U) != 0) lanes.push_back(lane);
    }
    lanes.resize(32, 32);
    nth.insert(nth.end(), lanes.begin(), lanes.end());
  }
  std::size_t wrong = 0;
  const OnDevice<std::uint32_t> device_masks(sets), device_rank(rank.size()),
      device_nth(nth.size());
  ranks<<<warps, 32>>>(device_masks.get(), device_rank.get(), device_nth.get());
  count_wrong(device_rank.values(), rank, wrong);
  count_wrong(device_nth.values(), nth, wrong);
  report("ranks", wrong);

  // Random words; and runs of words that are all ones, equal or nothing, so that carries and
  // borrows go far.
  constexpr unsigned numbers = 64;
  Random random(5);
  std::vector<std::uint32_t> a(numbers * 32), b(numbers * 32);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const bool is_random = i / 32 < 8 || random.bits() % 16 == 0;
    a[i] = is_random                ? static_cast<std::uint32_t>(random.bits())
           : random.bits() % 8 == 0 ? 0U
                                    : 0xffff'ffffU;
    b[i] = is_random ? static_cast<std::uint32_t>(random.bits()) : i / 32 % 3 == 0 ? a[i] : ~a[i];
  }
  for (std::size_t i = 0; i < 32; ++i) {  // 2^1024 - 1 and 1; and 0 less 1
    a[i + 320] = 0xffff'ffffU;
    b[i + 320] = i == 0 ? 1 : 0;
    a[i + 352] = 0;
    b[i + 352] = 0;
  }
  std::vector<std::uint32_t> sum, difference;
  for (std::size_t n = 0; n < numbers; ++n) {
    std::uint64_t carry = n % 2, borrow = n % 2;
    for (std::size_t i = n * 32; i < n * 32 + 32; ++i) {
      const std::uint64_t added = std::uint64_t{a[i]} + b[i] + carry;
      const std::uint64_t taken = std::uint64_t{a[i]} - b[i] - borrow;
      sum.push_back(static_cast<std::uint32_t>(added));
      difference.push_back(static_cast<std::uint32_t>(taken));
      carry = added >> 32;
      borrow = taken >> 63;
    }
    sum.push_back(static_cast<std::uint32_t>(carry));
    difference.push_back(static_cast<std::uint32_t>(borrow));
  }
  wrong = 0;
  const OnDevice<std::uint32_t> device_a(a), device_b(b), device_sum(sum.size()),
      device_difference(sum.size());
  wide<<<numbers, 32>>>(device_a.get(), device_b.get(), device_sum.get(), device_difference.get());
  count_wrong(device_sum.values(), sum, wrong);
  count_wrong(device_difference.values(), difference, wrong);
  report("wide sums", wrong);
  return 0;
}
