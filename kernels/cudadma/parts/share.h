// What one thread does of a transfer.
#pragma once

#include "schedule.h"

namespace cudadma {

/// Where a step of a thread begins.
struct Step {
  int row, column;
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
    lanes_ = schedule.lanes;
    first_row_ = schedule.groups == 1 ? 0 : rank / schedule.lanes;
    lane_ = rank - first_row_ * schedule.lanes;
    const int used = schedule.groups * schedule.lanes;
    const bool has_work = takes_part && (used == threads || rank < used);
    const bool is_even = count % schedule.groups == 0;
    rows_ = !has_work ? 0
            : is_even ? count / schedule.groups
                      : (count - first_row_ + schedule.groups - 1) / schedule.groups;
    has_whole_row_steps_ = is_even && count / schedule.groups % schedule.step_rows == 0;
    const int whole_vectors = bytes / ALIGNMENT;
    const int rest = whole_vectors % schedule.lanes;
    columns_ = whole_vectors / schedule.lanes;
    last_bytes_ = lane_ < rest ? ALIGNMENT : lane_ == rest ? bytes % ALIGNMENT : 0;
    has_whole_columns_ =
        bytes % (ALIGNMENT * schedule.lanes) == 0 && columns_ % schedule.step_columns == 0;
  }

  /// The element of a row is first_row + row * row_step.
  __device__ __forceinline__ int first_row() const { return first_row_; }
  __device__ __forceinline__ int row_step() const { return row_step_; }
  /// From an element's start to the thread's vector in column 0, and from column to column; bytes.
  __device__ __forceinline__ int lane_offset() const { return lane_ * ALIGNMENT; }
  __device__ __forceinline__ int column_step() const { return lanes_ * ALIGNMENT; }

  __device__ __forceinline__ bool has(const Step& step) const { return step.row < rows_; }
  __device__ __forceinline__ Step after(Step step) const {
    step.column += step_columns_;
    if (step.column >= all_columns_) {
      step.column = 0;
      step.row += step_rows_;
    }
    return step;
  }

  /// Calls `visit(slot, row, column, bytes)` for each vector of a step, where slot, the vector's
  /// register, is a constant after unrolling and bytes is ALIGNMENT but for an element's end.
  template <typename Visit>
  __device__ __forceinline__ void for_each_vector(const Step& step, Visit&& visit) const {
    int r = 0, c = 0;
#pragma unroll
    for (int slot = 0; slot < LOADS; ++slot) {
      const int row = step.row + r, column = step.column + c;
      if (r < step_rows_ && (has_whole_row_steps_ || row < rows_)) {
        const int bytes = has_whole_columns_   ? ALIGNMENT
                          : column < columns_  ? ALIGNMENT
                          : column == columns_ ? last_bytes_
                                               : 0;
        if (bytes > 0) visit(slot, row, column, bytes);
      }
      if (++c == step_columns_) {
        c = 0;
        ++r;
      }
    }
  }

 private:
  int first_row_, row_step_, rows_;
  int lane_, lanes_, columns_, all_columns_, last_bytes_;
  int step_rows_, step_columns_;
  bool has_whole_row_steps_, has_whole_columns_;
};

}  // namespace cudadma
