// How long processes have worked, as far as it is their own doing.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace warpscope::runner {

/// Processor time while any thread of the processes could run, wall clock while all of them wait:
/// never more than the wall clock, and never less than a tenth of it, so that a process that lets
/// all others go first (SCHED_IDLE) comes to its limit too. A time limit in this measure ends the
/// same programs on a machine that is up to ten times too busy as on one that is not; one in wall
/// clock ended those that were near it. Where the kernel does not tell, all of it is wall clock.
class UsedTime {
 public:
  using Clock = std::chrono::steady_clock;

  /// Of these and of all that they start (process_tree.h), from now on.
  explicit UsedTime(std::vector<pid_t> processes);
  /// Adds what was used since the last look. Meant to be called every 20 ms or so: of a wait, a
  /// tenth of a second counts at most, since then it was we who waited for a processor.
  void look();
  Clock::duration used() const { return used_; }
  /// Until resume() only the tenth of the wall clock counts: what is done meanwhile is not the
  /// processes' own doing, but they ask for it, and could ask without end. Of the work between two
  /// looks that had a pause between them, the part of it that the rest of that time is.
  void pause();
  void resume();
  /// Of the first process and all that it started, at the last look.
  std::uint64_t threads_of_first() const { return threads_of_first_; }

 private:
  struct State {
    Clock::duration processor_time{};
    bool is_any_runnable = false;
    std::uint64_t threads_of_first = 0;
  };
  State state() const;

  std::vector<pid_t> processes_;
  Clock::time_point begun_at_, looked_at_;
  Clock::duration processor_time_{};
  Clock::duration used_{};
  std::uint64_t threads_of_first_ = 0;
  std::optional<Clock::time_point> paused_at_;  ///< or at the last look, if that was later
  Clock::duration paused_{};                    ///< since the last look, in pauses that are over
};

}  // namespace warpscope::runner
