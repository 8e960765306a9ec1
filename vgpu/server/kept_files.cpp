#include "vgpu/server/kept_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <vector>

#include "base/files.h"

namespace warpscope::device {
namespace {

namespace fs = std::filesystem;

/// Folders are looked through at every so many files that are written.
constexpr std::uint64_t kBetweenPrunings = 16;
constexpr std::size_t kSealBytes = sizeof(timing::Fingerprint);

/// Of these bytes under this key.
timing::Fingerprint seal_of(const timing::Fingerprint& key, std::string_view bytes) {
  timing::Hasher hasher;
  hasher.add(key);
  hasher.add(bytes);
  return hasher.value();
}

std::string_view bytes_of(const timing::Fingerprint& seal) {
  return {reinterpret_cast<const char*>(seal.data()), sizeof seal};
}

}  // namespace

fs::path KeptFiles::path_of(const timing::Fingerprint& key) const {
  constexpr unsigned kByte = 0xFF;
  return folder_ / fmt::format("{:02x}", key[0] & kByte) /
         fmt::format("{:016x}{:016x}", key[0], key[1]);
}

std::optional<std::string> KeptFiles::find(const timing::Fingerprint& key) const {
  std::string content;
  try {
    content = read_file_of_others(path_of(key), limits_.bytes);
  } catch (const std::exception&) {
    return std::nullopt;  // nothing is kept
  }
  if (content.size() < kSealBytes) return std::nullopt;
  const std::string_view bytes = std::string_view(content).substr(kSealBytes);
  if (bytes_of(seal_of(key, bytes)) != std::string_view(content).substr(0, kSealBytes))
    return std::nullopt;
  return std::string(bytes);
}

void KeptFiles::keep(const timing::Fingerprint& key, std::string_view bytes) const {
  if (kSealBytes + bytes.size() > limits_.bytes) return;  // find() would not read it
  const fs::path path = path_of(key);
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (error) return;
  try {
    replace_file(path, std::string(bytes_of(seal_of(key, bytes))).append(bytes));
  } catch (const std::runtime_error&) {
    return;
  }
  if (key[1] % kBetweenPrunings == 0) prune(path.parent_path());
}

void KeptFiles::prune(const fs::path& folder) const {
  struct File {
    fs::file_time_type written;
    std::uintmax_t bytes = 0;
    fs::path path;
  };
  std::vector<File> files;
  std::error_code error;
  std::uintmax_t bytes = 0;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code gone;
    File file{at->last_write_time(gone), 0, at->path()};
    if (!gone) file.bytes = at->file_size(gone);
    if (gone) continue;
    bytes += file.bytes;
    files.push_back(std::move(file));
  }
  if (files.size() <= limits_.files && bytes <= limits_.bytes) return;
  std::ranges::sort(files, {}, &File::written);
  std::size_t left = files.size();
  for (const File& file : files) {
    if (left <= limits_.files / 2 && bytes <= limits_.bytes / 2) break;
    fs::remove(file.path, error);
    bytes -= file.bytes;
    --left;
  }
}

}  // namespace warpscope::device
