// Random inputs that are the same for a seed on every machine: no distribution of the library,
// whose results differ from one to the next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace warpscope::labs {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  /// first to last, both among them; 0 <= first <= last.
  int from_to(int first, int last) {
    const auto size = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first) + 1;
    return first + static_cast<int>((engine_() >> 32) * size >> 32);
  }
  /// Whole numbers from 1 to 2^20, of which sums of a few are exact.
  std::vector<float> floats(int count) {
    std::vector<float> values(static_cast<std::size_t>(count));
    for (float& value : values) value = static_cast<float>(from_to(1, 1 << 20));
    return values;
  }
  /// 1 to count, each once, in any order.
  std::vector<std::int32_t> numbers(int count) {
    std::vector<std::int32_t> values(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::int32_t>(i) + 1;
    for (std::size_t i = values.size(); i > 1; --i) {
      std::swap(values[i - 1],
                values[static_cast<std::size_t>(from_to(0, static_cast<int>(i) - 1))]);
    }
    return values;
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace warpscope::labs
