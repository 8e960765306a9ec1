// Where the elements of a transfer are: offsets in bytes from the pointer that a transfer is given.
#pragma once

namespace cudadma {

/// Elements at equal distances.
class EvenRows {
 public:
  static constexpr bool kIsIndexed = false;
  /// `first`, `step`: the thread's elements; `stride`: bytes from one element to the next.
  __device__ __forceinline__ EvenRows(int first, int step, int lane_offset, long long stride)
      : offset_(first * stride + lane_offset), step_(step * stride) {}
  __device__ __forceinline__ long long offset(int row, int /*index*/) const {
    return offset_ + row * step_;
  }

 private:
  long long offset_, step_;
};

/// Elements at the places that an array of numbers names.
class IndexedRows {
 public:
  static constexpr bool kIsIndexed = true;
  /// `size`: bytes of an element, the unit of the numbers.
  __device__ __forceinline__ IndexedRows(int lane_offset, int size)
      : lane_offset_(lane_offset), size_(size) {}
  __device__ __forceinline__ long long offset(int /*row*/, int index) const {
    return static_cast<long long>(index) * size_ + lane_offset_;
  }

 private:
  int lane_offset_, size_;
};

}  // namespace cudadma
