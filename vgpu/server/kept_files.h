// What is kept for other runs in files of the user's cache, each under a key.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "vgpu/timing/hasher.h"

namespace warpscope::device {

/// A file for each key, in 256 folders. Files that somebody has changed are not found. Several
/// processes may use one folder at once. What cannot be read or written is left out without a word.
class KeptFiles {
 public:
  /// Of each of the folders. Where there is more, the oldest files go until half of it is left.
  struct Limits {
    std::size_t files = 0;
    std::uintmax_t bytes = 0;
  };
  /// `folder` is made when missing.
  KeptFiles(std::filesystem::path folder, Limits limits)
      : folder_(std::move(folder)), limits_(limits) {}

  std::optional<std::string> find(const timing::Fingerprint& key) const;
  void keep(const timing::Fingerprint& key, std::string_view bytes) const;

 private:
  std::filesystem::path path_of(const timing::Fingerprint& key) const;
  void prune(const std::filesystem::path& folder) const;

  std::filesystem::path folder_;
  Limits limits_;
};

}  // namespace warpscope::device
