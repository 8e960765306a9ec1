// The runs of one case on a device that measures, and what one says of all of them: the first reads
// counters and warms up, others are timed until their times agree.
#pragma once

#include <cstdint>
#include <vector>

#include "device/events.h"

namespace warpscope::runner {

/// What one run of a case told.
struct CaseRun {
  std::vector<device::LaunchEnded> launches;
  std::vector<device::TransferEnded> transfers;
};

class RepeatedRuns {
 public:
  /// Runs after the first: at least so many, and at most.
  static constexpr std::size_t kLeastTimed = 3, kMostTimed = 12;
  /// Enough, when the middle half of the runs' times lies within this share of their median.
  static constexpr double kSpread = 0.02;
  /// Of all runs' operations together; a case that takes longer is not repeated to the end.
  static constexpr double kMostSeconds = 2;

  void add(CaseRun run) { runs_.push_back(std::move(run)); }
  bool is_empty() const { return runs_.empty(); }
  bool wants_another() const;
  /// The timed run of median time, with the counters of the first where that launched the same.
  /// Empties this.
  CaseRun take();

 private:
  std::vector<double> timed_s() const;

  std::vector<CaseRun> runs_;
};

}  // namespace warpscope::runner
