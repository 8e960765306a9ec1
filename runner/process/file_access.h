// Landlock: which files a process may still open, where no namespace can hide the others.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "base/unique_fd.h"

namespace warpscope::runner {

/// Everything that is not listed is out of reach. Folders stand for all that is below them. Paths
/// that do not exist are left out.
struct FileAccess {
  std::vector<std::filesystem::path> readable;  ///< and executable
  std::vector<std::filesystem::path> writable;  ///< and readable
};

/// The rules as a descriptor for restrict_files(); nothing when the kernel has no Landlock.
std::optional<UniqueFd> make_file_rules(const FileAccess& access);

/// Gives up new privileges and applies the rules to this process, for good. Async-signal-safe.
/// False, with errno set, when the kernel refuses.
bool restrict_files(int rules_fd);

}  // namespace warpscope::runner
