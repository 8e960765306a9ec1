#include "runner/build/new_folder.h"

#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "runner/build/old_builds.h"

namespace warpscope::runner {

namespace fs = std::filesystem;

namespace {

constexpr auto kReadable = fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec |
                           fs::perms::others_read | fs::perms::others_exec;

constexpr auto kAgeAtLeast = std::chrono::minutes(1);
constexpr std::size_t kEndLength = 7;  // "." and what mkdtemp() puts in the place of XXXXXX

bool has_name_of_new(const fs::path& path) {
  const auto end = path.extension().string();
  return end.size() == kEndLength && std::all_of(end.begin() + 1, end.end(), [](unsigned char c) {
           return std::isalnum(c) != 0;
         });
}

/// The folder with a lock on it that ends with this process; closed where somebody else has it, or
/// there is none to be had.
UniqueFd locked(const fs::path& folder) {
  UniqueFd file(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (file.is_open() && ::flock(file.get(), LOCK_EX | LOCK_NB) != 0) file.reset();
  return file;
}

}  // namespace

NewFolder::NewFolder(fs::path target) : target_(std::move(target)) {
  fs::create_directories(target_.parent_path());
  auto pattern = target_.string() + ".XXXXXX";
  if (::mkdtemp(pattern.data()) == nullptr) {
    throw std::runtime_error("Cannot make a folder beside " + target_.string() + ": " +
                             std::strerror(errno) + ".");
  }
  path_ = pattern;
  lock_ = locked(path_);
}

NewFolder::~NewFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

void NewFolder::publish() {
  std::error_code error;
  fs::permissions(path_, kReadable);
  fs::rename(path_, target_, error);
  if (!error) {
    path_.clear();
    return;
  }
  if (!fs::is_directory(target_)) {
    throw std::runtime_error("Cannot make " + target_.string() + ": " + error.message() + ".");
  }
}

fs::path NewFolder::keep() {
  fs::permissions(path_, kReadable);
  return std::exchange(path_, {});
}

void remove_deserted_folders(const fs::path& folder) {
  const auto now = fs::file_time_type::clock::now();
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const auto& path = entry.path();
    if (!has_name_of_new(path) || fs::exists(path / kBuildLog, error)) continue;
    const auto changed = entry.last_write_time(error);
    if (error || changed > now - kAgeAtLeast) continue;
    if (const auto lock = locked(path); lock.is_open()) fs::remove_all(path, error);
  }
}

}  // namespace warpscope::runner
