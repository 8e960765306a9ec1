// What one thread does in the transfer of a halo: rows above and below, then sides.
#pragma once

#include "mover.h"
#include "share.h"

namespace cudadma {

/// The rows above and below a rectangle: elements 0 to radius - 1 are above it, the others below.
class HaloRows {
 public:
  static constexpr bool kIsIndexed = false;
  /// `pitch`: bytes from row to row. `start`: bytes from the rectangle's first cell to a row's.
  __device__ __forceinline__ HaloRows(int first, int step, int lane_offset, int radius, int dimy,
                                      long long pitch, int start)
      : first_(first),
        step_(step),
        radius_(radius),
        offset_((first - radius) * pitch + start + lane_offset),
        row_bytes_(step * pitch),
        gap_(dimy * pitch) {}
  __device__ __forceinline__ long long offset(int row, int /*index*/) const {
    return offset_ + row * row_bytes_ + (first_ + row * step_ >= radius_ ? gap_ : 0);
  }

 private:
  int first_, step_, radius_;
  long long offset_, row_bytes_, gap_;
};

/// The sides of a rectangle: even elements are left of it, odd ones right, row after row.
class HaloSides {
 public:
  static constexpr bool kIsIndexed = false;
  /// `left`, `right`: bytes from the first cell of a row of the rectangle to the side's.
  __device__ __forceinline__ HaloSides(int first, int step, int lane_offset, long long pitch,
                                       int left, int right)
      : first_(first),
        step_(step),
        pitch_(pitch),
        left_(left + lane_offset),
        right_(right + lane_offset) {}
  __device__ __forceinline__ long long offset(int row, int /*index*/) const {
    const int element = first_ + row * step_;
    return (element >> 1) * pitch_ + ((element & 1) == 0 ? left_ : right_);
  }

 private:
  int first_, step_;
  long long pitch_;
  int left_, right_;
};

/// All DMA threads move rows and then sides; a step of each is in registers before the start.
template <int RADIUS, bool CORNERS, int ALIGNMENT, int LOADS>
class HaloWork {
  using Rows = Mover<ALIGNMENT, LOADS, HaloRows, HaloRows>;
  using Sides = Mover<ALIGNMENT, LOADS, HaloSides, HaloSides>;
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
                          pitch)) {}

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
    return Rows(share,
                HaloRows(share.first_row(), share.row_step(), share.lane_offset(), RADIUS, dimy,
                         static_cast<long long>(pitch) * size, start),
                HaloRows(share.first_row(), share.row_step(), share.lane_offset(), RADIUS, dimy,
                         static_cast<long long>(dimx + 2 * RADIUS) * size, start));
  }
  __device__ __forceinline__ static Sides make_sides(const OneShare& share, int size, int dimx,
                                                     int pitch) {
    const int left = -RADIUS * size, right = dimx * size;
    return Sides(share,
                 HaloSides(share.first_row(), share.row_step(), share.lane_offset(),
                           static_cast<long long>(pitch) * size, left, right),
                 HaloSides(share.first_row(), share.row_step(), share.lane_offset(),
                           static_cast<long long>(dimx + 2 * RADIUS) * size, left, right));
  }

  Rows rows_;
  Sides sides_;
};

}  // namespace cudadma
