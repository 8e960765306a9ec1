// Which threads move which bytes of a transfer.
#pragma once

namespace cudadma {

/// How many threads an element is given, and how they go through elements and bytes.
///
/// A transfer has elements of equal size. Its threads form `groups` groups of `lanes` threads;
/// group g moves the elements g, g + groups, g + 2 groups, ... (its rows). Lane l of a group moves
/// the vectors l, l + lanes, ... of an element (its columns), so that neighbouring threads move
/// neighbouring vectors. A step is what a thread loads before it stores: `step_rows` rows of
/// `step_columns` columns.
struct Schedule {
  /// Small elements share a warp; of the others, some threads move one in a step, or all threads
  /// move one in several steps.
  enum class Case { split, full, big };
  Case which;
  int lanes, groups;
  int columns;  ///< of the lane that has most
  int step_rows, step_columns;
};

__host__ __device__ constexpr int at_least(int least, int value) {
  return value < least ? least : value;
}
__host__ __device__ constexpr int at_most(int most, int value) {
  return value > most ? most : value;
}
__host__ __device__ constexpr int divide_up(int value, int by) { return (value + by - 1) / by; }

/// For `count` elements of `bytes` bytes with vectors of `alignment` bytes, of which a thread may
/// have `loads` in flight. All are at least 1, but for bytes and count, which may be 0.
__host__ __device__ constexpr Schedule make_schedule(int alignment, int loads, int bytes, int count,
                                                     int threads) {
  constexpr int kWarp = 32;
  const int vectors = at_least(1, divide_up(bytes, alignment));
  Schedule schedule{};
  if (vectors <= at_most(kWarp, threads)) {
    schedule.which = Schedule::Case::split;
    schedule.lanes = vectors;
  } else if (vectors <= static_cast<long long>(threads) * loads) {
    schedule.which = Schedule::Case::full;
    // As few warps as can move an element in a step, or more when there are not enough elements.
    const int warps = at_least(1, threads / kWarp);
    const int needed = divide_up(vectors, kWarp * loads);
    const int useful = at_most(divide_up(vectors, kWarp), warps / at_least(1, count));
    schedule.lanes = at_most(threads, kWarp * at_least(needed, useful));
  } else {
    schedule.which = Schedule::Case::big;
    schedule.lanes = threads;
  }
  schedule.groups = threads / schedule.lanes;
  schedule.columns = divide_up(vectors, schedule.lanes);
  schedule.step_columns = at_most(loads, schedule.columns);
  schedule.step_rows = loads / schedule.step_columns;
  return schedule;
}

/// Steps of the group that has most.
__host__ __device__ constexpr int number_of_steps(const Schedule& schedule, int count) {
  return divide_up(divide_up(count, schedule.groups), schedule.step_rows) *
         divide_up(schedule.columns, schedule.step_columns);
}

}  // namespace cudadma
