// What the cases of this lab are made of.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "labs/judge/judge.h"

namespace warpscope::labs::atomics {

using Words = std::vector<std::uint32_t>;
using Floats = std::vector<float>;

/// Numbers are multiples of 1 / kUnitsPerFloat.
inline constexpr double kUnitsPerFloat = 8192;

/// Random numbers that are the same on every machine: no distribution of the library.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>((engine_() >> 32) * bound >> 32);
  }
  Words keys(int count, std::uint32_t bound) {
    Words keys(static_cast<std::size_t>(count));
    for (auto& key : keys) key = below(bound);
    return keys;
  }
  /// Multiples of 2^-13 between -1024 and 1024.
  Floats floats(int count) {
    Floats values(static_cast<std::size_t>(count));
    for (float& value : values) {
      value = static_cast<float>(below(1U << 24)) / static_cast<float>(kUnitsPerFloat) - 1024.0F;
    }
    return values;
  }
  template <typename T>
  void shuffle(std::vector<T>& values) {
    for (std::size_t i = values.size(); i > 1; --i) {
      std::swap(values[i - 1], values[below(static_cast<std::uint32_t>(i))]);
    }
  }

 private:
  std::mt19937_64 engine_;
};

inline judge::Case make_case(const std::string& task, const std::string& label) {
  judge::Case set;
  set.task = task;
  set.name = task + "/" + label;
  return set;
}

}  // namespace warpscope::labs::atomics
