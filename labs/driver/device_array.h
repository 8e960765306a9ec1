// An array in device memory that frees itself.
#pragma once

#include <span>
#include <utility>

#include "lab_protocol/unwritten.h"
#include "labs/driver/check.h"

namespace warpscope::driver {

/// `size` elements of T, exactly: the device reports accesses beside them. All member functions
/// throw CudaError.
template <class T>
class DeviceArray {
 public:
  /// Every byte is kUnwritten, so that an element that nobody writes shows.
  explicit DeviceArray(std::size_t size) : size_(size) {
    if (size == 0) return;
    check(cudaMalloc(reinterpret_cast<void**>(&data_), size * sizeof(T)));
    fill(lab_protocol::kUnwritten);
  }
  explicit DeviceArray(std::span<const T> values) : size_(values.size()) {
    if (values.empty()) return;
    check(cudaMalloc(reinterpret_cast<void**>(&data_), values.size_bytes()));
    check(cudaMemcpy(data_, values.data(), values.size_bytes(), cudaMemcpyHostToDevice));
  }
  ~DeviceArray() {
    if (data_ != nullptr) cudaFree(data_);
  }
  DeviceArray(DeviceArray&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  DeviceArray& operator=(DeviceArray&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  /// Device address; null when the array is empty.
  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }

  /// Sets every byte.
  void fill(unsigned char byte) {
    if (size_ > 0) check(cudaMemset(data_, byte, size_ * sizeof(T)));
  }

  /// Copies the first elements to the host, as many as `values` has; waits for the work before it.
  void copy_to(std::span<T> values) const {
    if (values.size() > size_) check(cudaErrorInvalidValue);
    if (values.empty()) return;
    check(cudaMemcpy(values.data(), data_, values.size_bytes(), cudaMemcpyDeviceToHost));
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace warpscope::driver
