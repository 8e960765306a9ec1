// What one thread does in the transfer of a halo: rows above and below, then sides.
#pragma once

#include "mover.h"
#include "require.h"
#include "share.h"

namespace cudadma {

/// The rows above and below a rectangle: elements 0 to radius - 1 are above it, the others below.
template <int LOADS>
class HaloRows {
 public:
  static constexpr bool kIsIndexed = false;
  using Cursor = int;  // the element of a step's first row

  /// `pitch`: bytes from row to row. `start`: bytes from the rectangle's first cell to a row's.
  template <typename Share>
  __device__ __forceinline__ HaloRows(const Share& share, int radius, int dimy, long long pitch,
                                      int start)
      : first_(share.first_row()),
        advance_(share.row_step() * share.step_rows()),
        radius_(radius),
        pitch_(pitch),
        top_(start + share.lane_offset() - radius * pitch),
        bottom_(top_ + dimy * pitch) {
#pragma unroll
    for (int slot = 0; slot < LOADS; ++slot) {
      slot_row_[slot] = share.row_of(slot) * share.row_step();
      slot_column_[slot] = share.column_of(slot) * share.column_step();
    }
  }

  __device__ __forceinline__ Cursor first() const { return first_; }
  __device__ __forceinline__ Cursor after(Cursor cursor) const { return cursor + advance_; }
  __device__ __forceinline__ long long offset(Cursor cursor, int slot, int /*index*/) const {
    const int element = cursor + slot_row_[slot];
    return element * pitch_ + (element < radius_ ? top_ : bottom_) + slot_column_[slot];
  }

 private:
  int first_, advance_, radius_;
  long long pitch_, top_, bottom_;
  int slot_row_[LOADS], slot_column_[LOADS];
};

/// The sides of a rectangle: even elements are left of it, odd ones right, row after row.
template <int LOADS>
class HaloSides {
 public:
  static constexpr bool kIsIndexed = false;
  using Cursor = int;  // the element of a step's first row

  /// `left`, `right`: bytes from the first cell of a row of the rectangle to the side's.
  template <typename Share>
  __device__ __forceinline__ HaloSides(const Share& share, long long pitch, int left, int right)
      : first_(share.first_row()),
        advance_(share.row_step() * share.step_rows()),
        pitch_(pitch),
        left_(left + share.lane_offset()),
        right_(right + share.lane_offset()) {
#pragma unroll
    for (int slot = 0; slot < LOADS; ++slot) {
      slot_row_[slot] = share.row_of(slot) * share.row_step();
      slot_column_[slot] = share.column_of(slot) * share.column_step();
    }
  }

  __device__ __forceinline__ Cursor first() const { return first_; }
  __device__ __forceinline__ Cursor after(Cursor cursor) const { return cursor + advance_; }
  __device__ __forceinline__ long long offset(Cursor cursor, int slot, int /*index*/) const {
    const int element = cursor + slot_row_[slot];
    return (element >> 1) * pitch_ + ((element & 1) == 0 ? left_ : right_) + slot_column_[slot];
  }

 private:
  int first_, advance_;
  long long pitch_;
  int left_, right_;
  int slot_row_[LOADS], slot_column_[LOADS];
};

/// All DMA threads move rows and then sides; a step of each is in registers before the start.
template <int RADIUS, bool CORNERS, int ALIGNMENT, int LOADS>
class HaloWork {
  using Rows = Mover<ALIGNMENT, LOADS, HaloRows<LOADS>, HaloRows<LOADS>>;
  using Sides = Mover<ALIGNMENT, LOADS, HaloSides<LOADS>, HaloSides<LOADS>>;
  using OneShare = Share<ALIGNMENT, LOADS>;

 public:
  struct Batch {
    typename Rows::Batch rows;
    typename Sides::Batch sides;
  };

  /// `size`: bytes of a cell; dimx, dimy and pitch are in cells.
  __device__ __forceinline__ HaloWork(int rank, bool takes_part, int threads, int size, int dimx,
                                      int dimy, int pitch)
      : rows_(make_rows(OneShare(rank, takes_part, (dimx + (CORNERS ? 2 * RADIUS : 0)) * size,
                                 2 * RADIUS, threads),
                        size, dimx, dimy, pitch)),
        sides_(make_sides(OneShare(rank, takes_part, RADIUS * size, 2 * dimy, threads), size, dimx,
                          pitch)) {
    require(dimx >= 0 && dimy >= 0, "The dimensions of a halo's rectangle are not negative");
  }

  /// Not checked: the pointers are those of a cell in the middle of the source and the buffer.
  __device__ __forceinline__ static long long source_bytes() { return 0; }
  __device__ __forceinline__ static long long destination_bytes() { return 0; }

  template <bool GLOBAL_LOAD, CudaDMALoadQualifier QUALIFIER>
  __device__ __forceinline__ void load_first(Batch& batch, const int* /*index*/,
                                             const char* from) const {
    rows_.template load_first<GLOBAL_LOAD, QUALIFIER>(batch.rows, nullptr, from);
    sides_.template load_first<GLOBAL_LOAD, QUALIFIER>(batch.sides, nullptr, from);
  }

  template <bool GLOBAL_LOAD, CudaDMALoadQualifier LOAD_QUALIFIER,
            CudaDMAStoreQualifier STORE_QUALIFIER>
  __device__ __forceinline__ void store_first_and_move_rest(Batch& batch, const int* /*index*/,
                                                            const char* from, char* to) const {
    rows_.template store_first_and_move_rest<GLOBAL_LOAD, LOAD_QUALIFIER, STORE_QUALIFIER>(
        batch.rows, nullptr, from, to);
    sides_.template store_first_and_move_rest<GLOBAL_LOAD, LOAD_QUALIFIER, STORE_QUALIFIER>(
        batch.sides, nullptr, from, to);
  }

 private:
  __device__ __forceinline__ static Rows make_rows(const OneShare& share, int size, int dimx,
                                                   int dimy, int pitch) {
    const int start = CORNERS ? -RADIUS * size : 0;
    const long long src_pitch = static_cast<long long>(pitch) * size;
    const long long dst_pitch = static_cast<long long>(dimx + 2 * RADIUS) * size;
    return Rows(share, HaloRows<LOADS>(share, RADIUS, dimy, src_pitch, start),
                HaloRows<LOADS>(share, RADIUS, dimy, dst_pitch, start));
  }
  __device__ __forceinline__ static Sides make_sides(const OneShare& share, int size, int dimx,
                                                     int pitch) {
    const int left = -RADIUS * size, right = dimx * size;
    const long long src_pitch = static_cast<long long>(pitch) * size;
    const long long dst_pitch = static_cast<long long>(dimx + 2 * RADIUS) * size;
    return Sides(share, HaloSides<LOADS>(share, src_pitch, left, right),
                 HaloSides<LOADS>(share, dst_pitch, left, right));
  }

  Rows rows_;
  Sides sides_;
};

}  // namespace cudadma
