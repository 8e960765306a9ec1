// What the kernel tells of a process and of all that it started, from /proc (proc(5)).
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace warpscope::runner {

/// Folders below /proc, the process itself first. A sandbox's program is a grandchild of the
/// process that was started. Processes that were started by other threads than the first of their
/// parent are not found, and neither are those beyond the sixteenth.
std::vector<std::string> process_tree(pid_t process);

/// The line of a "stat" file of a process or a thread; empty when it is gone.
class ProcessStat {
 public:
  /// `folder`: "/proc/PID" or "/proc/PID/task/TID".
  explicit ProcessStat(const std::string& folder);
  /// A letter: R is running or could run, S and D wait. 0 when it is gone.
  char state() const;
  /// Of itself and of the children that it has waited for, in clock ticks (sysconf(3)).
  std::uint64_t processor_ticks() const;
  std::uint64_t threads() const;

 private:
  /// Where the field begins that is the `field`th behind the name in brackets.
  const char* behind_name(int field) const;
  std::string text_;
};

}  // namespace warpscope::runner
