// An order of the first n numbers that a seed chooses.
#pragma once

#include <cstdint>
#include <numeric>

namespace warpscope::exec {

/// SplitMix64 (Steele, Lea and Flood 2014): a number that looks random, of any other one.
constexpr std::uint64_t scrambled(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

/// i -> (first + i * step) mod count, or i for seed 0.
class Permutation {
 public:
  Permutation() = default;
  /// Of more than 2^40 numbers it is the usual order.
  Permutation(std::uint64_t count, std::uint64_t seed) : count_(count) {
    if (seed == 0 || count < 2 || count > kMostCount) return;
    first_ = scrambled(seed) % count;
    // Small, so that products stay in range; 1 is prime to every count.
    step_ = count == 2 ? 1 : 2 + scrambled(seed + 1) % kMostStep;
    while (std::gcd(step_, count) != 1) ++step_;
    if ((scrambled(seed + 2) & 1) != 0) is_reversed_ = true;
  }
  std::uint64_t operator()(std::uint64_t i) const {
    if (is_reversed_) i = count_ - 1 - i;
    return count_ == 0 ? i : (first_ + i * step_) % count_;
  }

 private:
  static constexpr std::uint64_t kMostStep = 1 << 16, kMostCount = std::uint64_t{1} << 40;
  std::uint64_t count_ = 0, first_ = 0, step_ = 1;
  bool is_reversed_ = false;
};

}  // namespace warpscope::exec
