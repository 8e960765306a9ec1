// Lines of the program's host code, from addresses in its files.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "record/record.h"
#include "runner/process/child_process.h"
#include "vgpu/protocol/host_calls.h"

namespace warpscope::runner {

/// A place outside of kernels.
struct HostPlace {
  std::optional<record::SourceLine> where;  ///< nothing without debug information (nvcc -g)
  std::string function;  ///< that contains it, as far as the file says; may be empty
};

/// How to look for the places of a program that is not trusted. Each may be left out.
struct PlaceSearch {
  /// The only file that is looked at, in the place of all that the program named.
  std::filesystem::path program;
  /// Whether a source file is the student's own; lines of others are skipped.
  std::function<bool(const std::string& file)> is_own;
  /// Starts addr2line with these arguments, the first of which is its path, and with its output.
  std::function<ChildProcess(std::vector<std::string> arguments, int output_fd)> start;
};

/// For each site the place in the program's own code that is nearest to the call: functions of the
/// toolkit's and the system's headers are skipped. It asks addr2line of binutils, a process with
/// little time and memory, because what a program's debug information says may be wrong on purpose.
std::vector<HostPlace> find_places(const std::vector<device::HostSite>& sites,
                                   const PlaceSearch& search = {});

}  // namespace warpscope::runner
