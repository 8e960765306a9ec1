// Where the elements of a transfer are: offsets in bytes from the pointer that a transfer is given.
//
// A cursor stands for the rows of a step. What is the same in all steps is found once, when the
// object is made.
#pragma once

namespace cudadma {

/// Elements at equal distances.
template <int LOADS>
class EvenRows {
 public:
  static constexpr bool kIsIndexed = false;
  using Cursor = long long;

  /// `stride`: bytes from one element to the next.
  template <typename Share>
  __device__ __forceinline__ EvenRows(const Share& share, long long stride)
      : first_(share.first_row() * stride + share.lane_offset()),
        advance_(share.row_step() * stride * share.step_rows()) {
#pragma unroll
    for (int slot = 0; slot < LOADS; ++slot) {
      slot_[slot] = share.row_of(slot) * (share.row_step() * stride) +
                    share.column_of(slot) * share.column_step();
    }
  }

  __device__ __forceinline__ Cursor first() const { return first_; }
  __device__ __forceinline__ Cursor after(Cursor cursor) const { return cursor + advance_; }
  __device__ __forceinline__ long long offset(Cursor cursor, int slot, int /*index*/) const {
    return cursor + slot_[slot];
  }

 private:
  long long first_, advance_;
  long long slot_[LOADS];
};

/// Elements at the places that an array of numbers names.
template <int LOADS>
class IndexedRows {
 public:
  static constexpr bool kIsIndexed = true;
  struct Cursor {};

  /// `size`: bytes of an element, the unit of the numbers.
  template <typename Share>
  __device__ __forceinline__ IndexedRows(const Share& share, int size) : size_(size) {
#pragma unroll
    for (int slot = 0; slot < LOADS; ++slot)
      slot_[slot] = share.lane_offset() + share.column_of(slot) * share.column_step();
  }

  __device__ __forceinline__ Cursor first() const { return {}; }
  __device__ __forceinline__ Cursor after(Cursor cursor) const { return cursor; }
  __device__ __forceinline__ long long offset(Cursor /*cursor*/, int slot, int index) const {
    return static_cast<long long>(index) * size_ + slot_[slot];
  }

 private:
  int size_;
  int slot_[LOADS];
};

}  // namespace cudadma
