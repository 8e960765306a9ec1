// Starting another program, without a shell, and ending it together with everything it started.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/unique_fd.h"

namespace warpscope::runner {

/// What the kernel enforces on the new process and what it starts. Nothing means as here; where a
/// lower limit holds for this process, that one holds for the new one too.
struct ResourceLimits {
  std::optional<std::uint64_t> cpu_s;
  std::optional<std::uint64_t> address_space_bytes;
  std::optional<std::uint64_t> data_bytes;  ///< of its own writable memory; no shared mappings
  std::optional<std::uint64_t> file_bytes;  ///< size of a file that it writes
  std::optional<std::uint64_t> open_files;
};

struct SpawnOptions {
  std::vector<std::string> arguments;  ///< the first is the program, by path or to be found in PATH
  std::vector<std::string> environment;  ///< "NAME=value"; all of it
  std::filesystem::path working_folder;  ///< empty: ours
  /// Descriptors that it gets: {ours, its number}. Every other one above 2 is closed; 0, 1 and 2
  /// stay ours unless they are named.
  std::vector<std::pair<int, int>> descriptors;
  ResourceLimits limits;
  bool has_own_session = true;  ///< no terminal, own process group
  /// From make_file_rules(): the files that it may open. -1: all that we may.
  int file_rules_fd = -1;
  /// May not start processes, open sockets or signal others, and gains no privileges.
  bool is_confined = false;
  /// With is_confined: it may open local sockets, as a GPU's driver does.
  bool has_local_sockets = false;
  /// Gives up all capabilities, those of root too, for good.
  bool drops_capabilities = false;
};

/// How a process ended.
struct Exit {
  bool is_signal = false;
  int code = 0;  ///< exit code, or the signal's number
  double cpu_s = 0;
  bool is_success() const { return !is_signal && code == 0; }
};
/// "exit code 3", "signal 11 (segmentation fault)".
std::string describe(const Exit& exit);

/// A running child. The destructor kills it and its process group and waits for it. It also dies
/// when this thread of ours dies.
class ChildProcess {
 public:
  /// Throws std::runtime_error with a sentence when the program cannot be started.
  static ChildProcess spawn(const SpawnOptions& options);
  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&& other) noexcept;
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();

  pid_t pid() const { return pid_; }
  /// Readable (poll) once the process has ended.
  int exit_fd() const { return exit_fd_.get(); }
  /// Nothing while it runs.
  std::optional<Exit> try_wait();
  Exit wait();
  /// A process below it, named by "child-pid" in the JSON that comes from this descriptor, may
  /// outlive it for a moment: when this one has ended, that one is waited for too. This process
  /// must be a subreaper (prctl(2)) then.
  void wait_also_for(UniqueFd named_by) { named_by_ = std::move(named_by); }
  /// Ends it and every process of its group.
  void kill();

 private:
  ChildProcess(pid_t pid, UniqueFd exit_fd, bool has_group);
  void reap_orphan();
  pid_t pid_ = -1;
  UniqueFd exit_fd_;
  bool has_group_ = false;
  std::optional<Exit> exit_;
  UniqueFd named_by_;
};

}  // namespace warpscope::runner
