// What the programs of these tests share: memory that both sides see, random values, and a line per
// result.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

inline void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::printf("%s: %s\n", what, cudaGetErrorName(error));
  std::exit(1);
}

/// Memory of the device that is filled from, and read back into, a vector.
template <typename T>
class OnDevice {
 public:
  explicit OnDevice(const std::vector<T>& values) : count_(values.size()) {
    check(cudaMalloc(&data_, (count_ + 1) * sizeof(T)), "cudaMalloc");
    check(cudaMemcpy(data_, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice),
          "to the device");
  }
  /// Poisoned: what nobody writes is no result.
  explicit OnDevice(std::size_t count) : count_(count) {
    check(cudaMalloc(&data_, (count_ + 1) * sizeof(T)), "cudaMalloc");
    check(cudaMemset(data_, 0x5a, count_ * sizeof(T)), "cudaMemset");
  }
  ~OnDevice() { cudaFree(data_); }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

  T* get() const { return data_; }
  std::vector<T> values() const {
    std::vector<T> result(count_);
    check(cudaMemcpy(result.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost),
          "to the host");
    return result;
  }

 private:
  T* data_ = nullptr;
  std::size_t count_;
};

/// A map x -> factor * x + term of integers modulo 2^32. One after the other is associative and
/// does not commute, so it tells when values were combined in a wrong order.
struct Affine {
  std::uint32_t factor = 1;
  std::uint32_t term = 0;
  bool operator==(const Affine&) const = default;
};

/// First a, then b.
struct Then {
  __host__ __device__ Affine operator()(const Affine& a, const Affine& b) const {
    return {a.factor * b.factor, b.factor * a.term + b.term};
  }
};

class Random {
 public:
  explicit Random(std::uint64_t seed) : generator_(seed) {}
  std::uint64_t bits() { return generator_(); }
  template <typename T>
  T value() {
    // Integers small enough that sums of floats are exact.
    return static_cast<T>(static_cast<std::int64_t>(bits() % 2001) - 1000);
  }

 private:
  std::mt19937_64 generator_;
};

template <>
inline Affine Random::value<Affine>() {
  return {static_cast<std::uint32_t>(bits()) | 1U, static_cast<std::uint32_t>(bits())};
}

template <typename T>
std::vector<T> random_values(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<T> values(count);
  for (T& value : values) value = random.value<T>();
  return values;
}

/// Adds the number of places where the two differ to `wrong`.
template <typename T>
void count_wrong(const std::vector<T>& result, const std::vector<T>& expected, std::size_t& wrong) {
  if (result.size() != expected.size()) {
    ++wrong;
    return;
  }
  for (std::size_t i = 0; i < result.size(); ++i) wrong += result[i] == expected[i] ? 0 : 1;
}

inline void report(const char* what, std::size_t wrong) {
  std::printf("%s: %zu wrong\n", what, wrong);
}
