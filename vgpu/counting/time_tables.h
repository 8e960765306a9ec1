// What the time model has to know of accesses besides sums of counters: which of them meet at one
// place. A rule that needs more gets a table here.
#pragma once

#include <cstdint>

#include "vgpu/counting/atomic_queues.h"

namespace warpscope::exec {

/// What the tables of a whole launch say.
struct TimeSums {
  /// Of the part of L2 at which the most atomics wait for each other, and of the sector with the
  /// most that compute with fractions: sectors that it serves.
  std::uint64_t longest_atomic_queue = 0, longest_float_queue = 0;
};

/// Of one worker, gathered at each access (access/time.h). What several have is added up, so it
/// does not matter who ran what, and when.
struct TimeTables {
  AtomicQueues atomic_queues;

  /// Adds what another has, which is empty afterwards.
  void take(TimeTables& other) { atomic_queues.take(other.atomic_queues); }
  TimeSums sums() const { return {atomic_queues.longest(), atomic_queues.longest_of_floats()}; }
};

}  // namespace warpscope::exec
