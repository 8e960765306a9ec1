// An array in managed memory that frees itself.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "labs/driver/check.h"

namespace warpscope::driver {

/// `size` elements of T, and room for one where there are none. Throws CudaError.
template <class T>
class ManagedArray {
 public:
  explicit ManagedArray(std::size_t size) : size_(size) {
    check(cudaMallocManaged(&data_, std::max<std::size_t>(1, size) * sizeof(T)));
  }
  /// Holding these.
  explicit ManagedArray(std::span<const T> values) : ManagedArray(values.size()) {
    std::ranges::copy(values, data_);
  }
  ~ManagedArray() { cudaFree(data_); }
  ManagedArray(const ManagedArray&) = delete;
  ManagedArray& operator=(const ManagedArray&) = delete;
  T* data() { return data_; }
  std::span<T> values() { return {data_, size_}; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace warpscope::driver
