// Notices that a file on disk is no longer what it was.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace warpscope {

/// What is compared: a save changes the time, the size or both. A file that cannot be read has no
/// stamp.
struct FileStamp {
  std::filesystem::file_time_type modified;
  std::uintmax_t size_bytes = 0;
  bool operator==(const FileStamp&) const = default;
};
std::optional<FileStamp> stamp_of(const std::filesystem::path& file);

/// Compares a file with its state at the last call of remember(). Does not throw.
class FileWatch {
 public:
  FileWatch() = default;
  explicit FileWatch(std::filesystem::path file) : file_(std::move(file)) { remember(); }

  const std::filesystem::path& file() const { return file_; }
  /// Takes the present state as the known one.
  void remember() { known_ = stamp_of(file_); }
  /// True while the file exists and differs from the known state.
  bool has_changed() const {
    const auto now = stamp_of(file_);
    return now && now != known_;
  }

 private:
  std::filesystem::path file_;
  std::optional<FileStamp> known_;
};

}  // namespace warpscope
