// The runs of one case on a device that measures, and what one says of all of them: the first reads
// counters and warms up, others are timed until their times agree: with warm caches, then some with
// a cold L2 cache, or all with a cold one.
#pragma once

#include <cstdint>
#include <vector>

#include "device/events.h"

namespace warpscope::runner {

/// What one run of a case told.
struct CaseRun {
  std::vector<device::LaunchEnded> launches;
  std::vector<device::TransferEnded> transfers;
  bool is_cold = false;  ///< the L2 cache held nothing of it at its first kernel
};

class RepeatedRuns {
 public:
  /// Runs after the first: at least so many, and at most.
  static constexpr std::size_t kLeastTimed = 3, kMostTimed = 12;
  /// Then so many with a cold cache.
  static constexpr std::size_t kCold = 3;
  /// Enough, when the middle half of the runs' times lies within this share of their median.
  static constexpr double kSpread = 0.02;
  /// Of all runs' operations together; a case that takes longer is not repeated to the end.
  static constexpr double kMostSeconds = 2;

  /// `are_cold`: all timed ones.
  void expect_cold(bool are_cold) { are_cold_ = are_cold; }
  void add(CaseRun run);
  bool is_empty() const { return runs_.empty(); }
  bool wants_another() const { return wants_timed() || wants_cold(); }
  /// The next run is one with a cold cache.
  bool is_next_cold() const { return !is_empty() && (are_cold_ || !wants_timed()); }
  /// The timed run of median time, with the counters of the first where that launched the same.
  /// Its launches have the times with a cold cache beside theirs. Empties this.
  CaseRun take();

 private:
  bool wants_timed() const;
  bool wants_cold() const;
  bool has_something() const;  ///< to be measured
  double all_s() const;

  std::vector<CaseRun> runs_;  ///< the first, and those that were timed
  std::vector<CaseRun> cold_;  ///< beside warm ones
  bool are_cold_ = false;
};

}  // namespace warpscope::runner
