// A folder that appears whole or not at all.
#pragma once

#include <filesystem>

#include "base/unique_fd.h"

namespace warpscope::runner {

/// A new folder beside `target`, to be filled and then renamed to it. Removed unless it was.
class NewFolder {
 public:
  /// Throws std::runtime_error with a sentence when the folder cannot be made.
  explicit NewFolder(std::filesystem::path target);
  ~NewFolder();
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }
  /// Renames it to the target. When somebody else made the target meanwhile, theirs is kept.
  void publish();
  /// Leaves it under the name that it has: the target's with a dot and six characters behind.
  std::filesystem::path keep();

 private:
  std::filesystem::path target_, path_;
  UniqueFd lock_;  ///< says that somebody is at work here
};

/// Removes the new folders in `folder` that nobody works in any more: what processes left that were
/// killed. What was kept or published stays, and what is younger than a minute.
void remove_deserted_folders(const std::filesystem::path& folder);

}  // namespace warpscope::runner
