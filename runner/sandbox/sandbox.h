// Running a program that we do not trust where it sees and can do little.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runner/process/child_process.h"

namespace warpscope::runner {

/// What a program needs.
struct SandboxedCommand {
  std::vector<std::string> arguments;    ///< the first is a path
  std::vector<std::string> environment;  ///< all of it
  std::filesystem::path working_folder;
  std::vector<std::filesystem::path> readable;  ///< files and folders besides the system's
  std::vector<std::filesystem::path> writable;
  std::vector<std::filesystem::path> device_files;  ///< of a GPU, to read and write
  /// Folders that must not be seen even where they lie inside a system folder.
  std::vector<std::filesystem::path> hidden;
  std::vector<std::pair<int, int>> descriptors;  ///< as SpawnOptions
  ResourceLimits limits;
  bool may_start_processes = false;  ///< a compiler does
  /// /dev/zero, /dev/full and /dev/urandom besides /dev/null. A compiler would read them to no end.
  bool has_endless_devices = true;
};

class Sandbox {
 public:
  enum class Kind : std::uint8_t {
    bubblewrap,      ///< own file system, process and network namespaces, and the last
    landlock,        ///< the kernel refuses to open other files, and the last
    process_limits,  ///< resource limits and a filter of system calls only
  };
  /// The strongest kind that works on this machine: tries it out, once in a process.
  static Sandbox detect();
  explicit Sandbox(Kind kind, std::filesystem::path bubblewrap = {})
      : kind_(kind), bubblewrap_(std::move(bubblewrap)) {}

  Kind kind() const { return kind_; }
  /// For records: "bubblewrap", "Landlock" or "process limits".
  std::string_view name() const;
  /// The files of this machine, besides the system's, are out of the program's reach.
  bool hides_files() const { return kind_ != Kind::process_limits; }
  /// Throws std::runtime_error when the program cannot be started.
  ChildProcess start(const SandboxedCommand& command) const;
  /// How the program ended, given how the process that start() made ended.
  Exit exit_of_program(const Exit& exit) const;

 private:
  Kind kind_;
  std::filesystem::path bubblewrap_;
};

}  // namespace warpscope::runner
