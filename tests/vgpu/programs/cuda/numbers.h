// Inputs and comparisons of the programs in this folder.
#pragma once

#include <cuda_runtime.h>

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

template <typename T>
std::vector<T> random_numbers(std::size_t count, T least, T most) {
  std::mt19937_64 generator(count);
  std::uniform_int_distribution<long long> distribution(least, most);
  std::vector<T> numbers(count);
  for (T& number : numbers) number = static_cast<T>(distribution(generator));
  return numbers;
}

/// Device memory for `values`, filled with them.
template <typename T>
T* on_device(const std::vector<T>& values) {
  T* memory = nullptr;
  check(cudaMalloc(&memory, values.size() * sizeof(T) + 1), "cudaMalloc");
  check(cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice),
        "to the device");
  return memory;
}

template <typename T>
std::vector<T> from_device(const T* memory, std::size_t count) {
  std::vector<T> values(count);
  check(cudaMemcpy(values.data(), memory, count * sizeof(T), cudaMemcpyDeviceToHost),
        "from the device");
  return values;
}

template <typename T>
void report(const char* what, const std::vector<T>& found, const std::vector<T>& expected) {
  std::size_t wrong = found.size() == expected.size() ? 0 : 1;
  for (std::size_t i = 0; i < expected.size() && i < found.size(); ++i) {
    if (found[i] != expected[i]) ++wrong;
  }
  std::printf("%s: %zu wrong\n", what, wrong);
}
