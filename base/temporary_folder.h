// A folder for what is needed for a while.
#pragma once

#include <filesystem>
#include <string_view>

namespace warpscope {

/// A new folder among the system's temporary files, which nobody else may look into. It is removed
/// with what is in it.
class TemporaryFolder {
 public:
  /// `name`: what its name begins with, behind "warpscope-". Throws std::runtime_error with a
  /// sentence when it cannot be made.
  explicit TemporaryFolder(std::string_view name);
  ~TemporaryFolder();
  TemporaryFolder(TemporaryFolder&& other) noexcept;
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;  ///< empty when it was moved from
};

}  // namespace warpscope
