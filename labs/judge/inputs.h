// Inputs by name and seed: Inputs<Chance>, Inputs<Distinct24>, … give the same numbers for a seed
// on every machine. No distribution of the library makes them, whose results differ from one to the
// next.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <random>
#include <type_traits>
#include <utility>
#include <vector>

namespace warpscope::labs {

/// The names. Each has raw(), the next number, and word(), what of it is used as 32 bits.

/// By chance, of 64 bits: Mersenne Twister.
class Chance {
 public:
  explicit Chance(std::uint64_t seed) : engine_(seed) {}
  std::uint64_t raw() { return engine_(); }
  std::uint32_t word() { return static_cast<std::uint32_t>(engine_() >> 32); }

 private:
  std::mt19937_64 engine_;
};

/// By chance, of 32 bits.
class Chance32 {
 public:
  explicit Chance32(std::uint64_t seed) : engine_(static_cast<std::uint32_t>(seed)) {}
  std::uint64_t raw() { return engine_(); }
  std::uint32_t word() { return static_cast<std::uint32_t>(engine_()); }

 private:
  std::mt19937 engine_;
};

/// Like chance, and made in no time: splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom
/// number generators, 2014).
class Mixed {
 public:
  explicit Mixed(std::uint64_t seed) : state_(seed * kStep + 1) {}
  std::uint64_t raw() {
    state_ += kStep;
    std::uint64_t x = state_;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9U;
    return (x ^ x >> 27) * 0x94D049BB133111EBU;
  }
  std::uint32_t word() { return static_cast<std::uint32_t>(raw() >> 32); }

 private:
  static constexpr std::uint64_t kStep = 0x9E3779B97F4A7C15U;
  std::uint64_t state_;
};

/// 0 … 2^32 - 1, each once, in an order that depends on the seed: distinct inputs show a wrong
/// index that equal ones would hide.
class Distinct32 {
 public:
  explicit Distinct32(std::uint64_t seed)
      : next_(static_cast<std::uint32_t>(seed * 0x9E3779B97F4A7C15U >> 32)) {}
  std::uint64_t raw() { return word(); }
  std::uint32_t word() {
    // Odd factors and shifts are one-to-one on 32 bits.
    std::uint32_t x = next_++;
    x = (x ^ x >> 16) * 0x7FEB352DU;
    x = (x ^ x >> 15) * 0x846CA68BU;
    return x ^ x >> 16;
  }

 private:
  std::uint32_t next_;
};

/// 0 … 2^24 - 1 in the same way: exact in float.
class Distinct24 {
 public:
  explicit Distinct24(std::uint64_t seed)
      : next_(static_cast<std::uint32_t>(seed * 0x9E3779B97F4A7C15U >> 40)) {}
  std::uint64_t raw() { return word(); }
  std::uint32_t word() {
    std::uint32_t x = next_++ & kMask;
    x = (x * 0xB5297A4DU) & kMask;
    x ^= x >> 11;
    x = (x * 0x68E31DA5U) & kMask;
    return x ^ x >> 13;
  }

 private:
  static constexpr std::uint32_t kMask = (1U << 24) - 1;
  std::uint32_t next_;
};

/// 0 … 2^24 - 1, each once, in equal steps from a place that depends on the seed.
class Steps24 {
 public:
  explicit Steps24(std::uint64_t seed) : next_(static_cast<std::uint32_t>(Chance(seed).raw())) {}
  std::uint64_t raw() { return word(); }
  std::uint32_t word() {
    constexpr std::uint32_t kOdd = 0x5851F5;  // one-to-one on 24 bits, neighbours far apart
    constexpr std::uint32_t kMask = (1U << 24) - 1;
    return std::exchange(next_, next_ + kOdd) & kMask;
  }

 private:
  std::uint32_t next_;
};

/// What is made of a source's numbers. Counts may be of any integral type.
template <typename Source>
class Inputs {
 public:
  explicit Inputs(std::uint64_t seed) : source_(seed) {}

  std::uint64_t raw() { return source_.raw(); }
  std::uint32_t word() { return source_.word(); }
  /// 0 … bound - 1; bound: at most 2^32.
  std::uint32_t below(std::uint64_t bound) {
    return static_cast<std::uint32_t>(source_.word() * bound >> 32);
  }
  /// The same as a remainder of raw().
  std::uint32_t remainder(std::uint64_t bound) {
    return static_cast<std::uint32_t>(source_.raw() % bound);
  }
  /// first to last, both among them.
  int from_to(int first, int last) {
    const auto size = static_cast<std::int64_t>(last) - first + 1;
    return first + static_cast<int>(below(static_cast<std::uint64_t>(size)));
  }

  /// `count` values, each of which `make()` gives.
  template <std::integral Count, typename Make>
  auto many(Count count, Make make) {
    std::vector<std::decay_t<std::invoke_result_t<Make>>> values(static_cast<std::size_t>(count));
    for (auto&& value : values) value = make();
    return values;
  }
  auto words(std::integral auto count) {
    return many(count, [this] { return word(); });
  }
  auto words_below(std::integral auto count, std::uint64_t bound) {
    return many(count, [&] { return below(bound); });
  }
  /// The words themselves, as T.
  template <typename T>
  auto words_as(std::integral auto count) {
    return many(count, [this] { return static_cast<T>(word()); });
  }
  /// Of 24 bits of words: multiples of 2^-13 in [-1024, 1024), exact in float, also after adding 1.
  auto fractions(std::integral auto count) {
    return many(count, [this] { return fraction(below24()); });
  }
  /// Whole numbers from 1 to `most`, of which sums of a few are exact.
  auto whole_floats(std::integral auto count, int most = 1 << 20) {
    return many(count, [&] { return static_cast<float>(from_to(1, most)); });
  }
  /// The same by remainders.
  auto whole_float_remainders(std::integral auto count, std::uint32_t most) {
    return many(count, [&] { return static_cast<float>(1 + remainder(most)); });
  }
  /// 1 to `count`, each once, in any order.
  auto numbers(std::integral auto count) {
    std::vector<std::int32_t> values(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::int32_t>(i) + 1;
    shuffle(values);
    return values;
  }
  template <typename T>
  void shuffle(std::vector<T>& values) {
    for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[below(i)]);
  }

  static float fraction(std::uint32_t number) {
    return static_cast<float>(number) / 8192.0F - 1024.0F;
  }

 private:
  std::uint32_t below24() {
    if constexpr (std::is_same_v<Source, Distinct24>) return word();
    return below(1U << 24);
  }

  Source source_;
};

}  // namespace warpscope::labs
