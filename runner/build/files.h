// Small helpers on files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace warpscope::runner {

/// The whole of a regular file of at most `limit_bytes`. Throws std::runtime_error with a sentence.
std::string read_file(const std::filesystem::path& path,
                      std::uint64_t limit_bytes = std::uint64_t{64} << 20);
/// Throws std::runtime_error with a sentence.
void write_file(const std::filesystem::path& path, std::string_view text);

/// A new folder beside `target`, to be filled and then renamed to it. Removed unless it was.
class NewFolder {
 public:
  explicit NewFolder(std::filesystem::path target);
  ~NewFolder();
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }
  /// Renames it to the target. When somebody else made the target meanwhile, theirs is kept.
  void publish();

 private:
  std::filesystem::path target_, path_;
};

}  // namespace warpscope::runner
