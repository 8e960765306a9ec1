#include "runner/build/new_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace warpscope::runner {

namespace fs = std::filesystem;

namespace {

constexpr auto kReadable = fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec |
                           fs::perms::others_read | fs::perms::others_exec;

}  // namespace

NewFolder::NewFolder(fs::path target) : target_(std::move(target)) {
  fs::create_directories(target_.parent_path());
  auto pattern = target_.string() + ".XXXXXX";
  if (::mkdtemp(pattern.data()) == nullptr) {
    throw std::runtime_error("Cannot make a folder beside " + target_.string() + ": " +
                             std::strerror(errno) + ".");
  }
  path_ = pattern;
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

}  // namespace warpscope::runner
