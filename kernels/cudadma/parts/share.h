// What one thread does of a transfer.
#pragma once

#include "schedule.h"

namespace cudadma {

/// Where a step of a thread begins.
struct Step {
  int row = 0, column = 0;
  int column_offset = 0;  ///< bytes from column 0
};

/// The rows and columns of one thread. Everything that needs a division is done once, here; where
/// all arguments are constants the compiler leaves no trace of it.
template <int ALIGNMENT, int LOADS>
class Share {
 public:
  /// `rank` is the thread's number among `threads` threads; one that does not take part moves
  /// nothing.
  __device__ __forceinline__ Share(int rank, bool takes_part, int bytes, int count, int threads) {
    const Schedule schedule = make_schedule(ALIGNMENT, LOADS, bytes, count, threads);
    row_step_ = schedule.groups;
    step_rows_ = schedule.step_rows;
    step_columns_ = schedule.step_columns;
    all_columns_ = schedule.columns;
    step_columns_bytes_ = schedule.step_columns * schedule.lanes * ALIGNMENT;
    lanes_ = schedule.lanes;
    first_row_ = schedule.groups == 1 ? 0 : rank / schedule.lanes;
    lane_ = rank - first_row_ * schedule.lanes;
    set_rows(takes_part && bytes > 0, rank, count, threads, schedule);
    set_columns(bytes, schedule);
    set_slots(schedule);
    has_all_columns_ = schedule.columns <= schedule.step_columns;
    steps_ = divide_up(rows_, step_rows_) * divide_up(all_columns_, step_columns_);
  }

  /// The element of a row is first_row + row * row_step.
  __device__ __forceinline__ int first_row() const { return first_row_; }
  __device__ __forceinline__ int row_step() const { return row_step_; }
  /// From an element's start to the thread's vector in column 0, and from column to column; bytes.
  __device__ __forceinline__ int lane_offset() const { return lane_ * ALIGNMENT; }
  __device__ __forceinline__ int column_step() const { return lanes_ * ALIGNMENT; }

  __device__ __forceinline__ Step after(const Step& step) const {
    if (has_all_columns_ || step.column + step_columns_ >= all_columns_)
      return {step.row + step_rows_, 0, 0};
    return {step.row, step.column + step_columns_, step.column_offset + step_columns_bytes_};
  }
  /// Steps of this thread.
  __device__ __forceinline__ int steps() const { return steps_; }
  /// Rows from a step to the next one with other rows.
  __device__ __forceinline__ int step_rows() const { return step_rows_; }

  /// Where a register of a step is, counted from the step's row and column.
  __device__ __forceinline__ int row_of(int slot) const { return slot_row_[slot]; }
  __device__ __forceinline__ int column_of(int slot) const { return slot_column_[slot]; }

  /// Whether all vectors of a step are there and whole.
  __device__ __forceinline__ bool is_whole(const Step& step) const {
    return step.row <= last_whole_row_ && step.column <= last_whole_column_;
  }

  /// Calls `visit(slot, bytes)` for each vector of a step, where slot, the vector's register, is a
  /// constant after unrolling and bytes is ALIGNMENT but for an element's end.
  template <typename Visit>
  __device__ __forceinline__ void for_each_vector(const Step& step, bool is_whole,
                                                  Visit&& visit) const {
    if (is_whole) {
#pragma unroll
      for (int slot = 0; slot < LOADS; ++slot) {
        if (slot < used_slots_) visit(slot, ALIGNMENT);
      }
    } else {
#pragma unroll
      for (int slot = 0; slot < LOADS; ++slot) {
        const int column = step.column + slot_column_[slot];
        const int bytes = column < columns_ ? ALIGNMENT : column == columns_ ? last_bytes_ : 0;
        if (slot < used_slots_ && step.row + slot_row_[slot] < rows_ && bytes > 0)
          visit(slot, bytes);
      }
    }
  }

 private:
  // More than any row or column: every step is whole, which the compiler sees without knowing it.
  static constexpr int kAll = 0x7fffffff;

  __device__ __forceinline__ void set_rows(bool takes_part, int rank, int count, int threads,
                                           const Schedule& schedule) {
    const int used = schedule.groups * schedule.lanes;
    const bool has_work = takes_part && (used == threads || rank < used);
    const bool is_even = count % schedule.groups == 0;
    const int rows = is_even ? count / schedule.groups
                             : (count - first_row_ + schedule.groups - 1) / schedule.groups;
    rows_ = has_work ? rows : 0;
    last_whole_row_ = is_even && rows % schedule.step_rows == 0 ? kAll : rows_ - schedule.step_rows;
  }

  __device__ __forceinline__ void set_columns(int bytes, const Schedule& schedule) {
    const int whole_vectors = bytes / ALIGNMENT;
    const int rest = whole_vectors % schedule.lanes;
    columns_ = whole_vectors / schedule.lanes;
    last_bytes_ = lane_ < rest ? ALIGNMENT : lane_ == rest ? bytes % ALIGNMENT : 0;
    const bool is_even = rest == 0 && bytes % ALIGNMENT == 0;
    last_whole_column_ =
        is_even && columns_ % schedule.step_columns == 0 ? kAll : columns_ - schedule.step_columns;
  }

  __device__ __forceinline__ void set_slots(const Schedule& schedule) {
    used_slots_ = schedule.step_rows * schedule.step_columns;
    int row = 0, column = 0;
#pragma unroll
    for (int slot = 0; slot < LOADS; ++slot) {
      slot_row_[slot] = row;
      slot_column_[slot] = column;
      if (++column == schedule.step_columns) {
        column = 0;
        ++row;
      }
    }
  }

  int first_row_, row_step_, rows_, last_whole_row_;
  int lane_, lanes_, columns_, all_columns_, last_whole_column_, last_bytes_;
  int step_rows_, step_columns_, step_columns_bytes_, used_slots_, steps_;
  int slot_row_[LOADS], slot_column_[LOADS];
  bool has_all_columns_;  // a step has, which is a constant more often than where it begins
};

}  // namespace cudadma
