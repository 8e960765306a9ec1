// Numbers in an order that nobody guesses who does not know its seed, not even from some of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace warpscope::labs {

/// Gives each number below 2^bits another one below it, or itself, and no two the same: four rounds
/// of Feistel's network with random tables (Luby, Rackoff: How to construct pseudorandom
/// permutations, 1988). The same for a seed on every machine.
class NumberOrder {
 public:
  /// `bits`: even, 2 to 32.
  NumberOrder(int bits, std::uint64_t seed) : half_bits_(bits / 2) {
    std::mt19937_64 engine(seed);
    for (auto& table : tables_) {
      table.resize(std::size_t{1} << half_bits_);
      for (auto& entry : table) entry = static_cast<std::uint32_t>(engine() >> 32) & mask();
    }
  }
  std::uint32_t operator()(std::uint32_t number) const {
    std::uint32_t high = number >> half_bits_, low = number & mask();
    for (const auto& table : tables_) high = std::exchange(low, high ^ table[low]);
    return high << half_bits_ | low;
  }

 private:
  std::uint32_t mask() const { return (std::uint32_t{1} << half_bits_) - 1; }

  int half_bits_;
  std::array<std::vector<std::uint32_t>, 4> tables_;
};

}  // namespace warpscope::labs
