// What the programs further_*.cu share: arrays on the device, numbers without a pattern, and checks
// of what their kernels computed. further.csv has a row for each launch.
#pragma once
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace further {

constexpr int kMega = 1 << 20;

/// Ends the program with the runtime's sentence unless `error` is none.
inline void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

/// An array in the device's memory; freed at the end of its scope.
template <class T>
class Array {
 public:
  /// Of zeros.
  explicit Array(std::size_t count) : count_(count) {
    check(cudaMalloc(&data_, count * sizeof(T)), "cudaMalloc");
    check(cudaMemset(data_, 0, count * sizeof(T)), "cudaMemset");
  }
  explicit Array(const std::vector<T>& values) : count_(values.size()) {
    check(cudaMalloc(&data_, count_ * sizeof(T)), "cudaMalloc");
    check(cudaMemcpy(data_, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice),
          "to the GPU");
  }
  ~Array() { cudaFree(data_); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;

  operator T*() {
    return data_;
  }  // NOLINT(google-explicit-constructor): as an argument of a launch
  template <class U>
  U* as() {
    return reinterpret_cast<U*>(data_);
  }
  /// Element `index`, as the device has it now.
  T at(std::size_t index) const {
    T value;
    check(cudaMemcpy(&value, data_ + index, sizeof(T), cudaMemcpyDeviceToHost), "from the GPU");
    return value;
  }
  std::vector<T> values() const {
    std::vector<T> values(count_);
    check(cudaMemcpy(values.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost),
          "from the GPU");
    return values;
  }

 private:
  T* data_ = nullptr;
  std::size_t count_ = 0;
};

/// Numbers without a pattern, the same in each run: 24 bits each.
class Numbers {
 public:
  explicit Numbers(std::uint32_t seed) : state_(seed) {}
  std::uint32_t next() { return (state_ = state_ * 1664525u + 1013904223u) >> 8; }
  std::uint32_t below(std::uint32_t end) { return next() % end; }
  /// From 0 to 1.
  float fraction() { return static_cast<float>(next()) / 16777216.f; }

  std::vector<float> fractions(std::size_t count) {
    std::vector<float> values(count);
    for (float& value : values) value = fraction();
    return values;
  }
  template <class T>
  std::vector<T> all_below(std::size_t count, std::uint32_t end) {
    std::vector<T> values(count);
    for (T& value : values) value = static_cast<T>(below(end));
    return values;
  }
  /// 0 to count - 1 in another order.
  std::vector<int> order(int count) {
    std::vector<int> values(count);
    for (int i = 0; i < count; ++i) values[i] = i;
    for (int i = count - 1; i > 0; --i) {
      const int other = static_cast<int>(below(i + 1));
      const int kept = values[i];
      values[i] = values[other], values[other] = kept;
    }
    return values;
  }

 private:
  std::uint32_t state_;
};

/// What was found of the kernels' results.
class Checks {
 public:
  void expect(bool right, const char* kernel) {
    if (right) return;
    std::fprintf(stderr, "%s computed something else\n", kernel);
    ++wrong_;
  }
  void near(double value, double expected, const char* kernel) {
    const double apart = value > expected ? value - expected : expected - value;
    const double size = expected < 0 ? -expected : expected;
    expect(apart <= 1e-3 * size + 1e-5, kernel);
  }
  /// The program's exit code.
  int end() const {
    check(cudaDeviceSynchronize(), "the kernels");
    if (wrong_ == 0) std::printf("done\n");
    return wrong_ == 0 ? 0 : 1;
  }

 private:
  int wrong_ = 0;
};

}  // namespace further
