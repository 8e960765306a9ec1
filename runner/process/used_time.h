// How long processes have worked, as far as it is their own doing.
#pragma once

#include <sys/types.h>

#include <chrono>
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
  /// processes' own doing, but they ask for it, and could ask without end.
  void pause();
  void resume();

 private:
  struct State {
    Clock::duration processor_time{};
    bool is_any_runnable = false;
  };
  State state() const;

  std::vector<pid_t> processes_;
  Clock::time_point begun_at_, looked_at_;
  Clock::duration processor_time_{};
  Clock::duration used_{};
  bool is_paused_ = false;
};

}  // namespace warpscope::runner
