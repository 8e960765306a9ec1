#include "runner/build/files.h"

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace warpscope::runner {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path, std::uint64_t limit_bytes) {
  std::error_code error;
  const auto status = fs::status(path, error);
  if (!fs::exists(status)) throw std::runtime_error("There is no file " + path.string() + ".");
  if (!fs::is_regular_file(status)) {
    throw std::runtime_error(path.string() + " is not a regular file.");
  }
  if (fs::file_size(path, error) > limit_bytes) {
    throw std::runtime_error(path.string() + " is larger than " +
                             std::to_string(limit_bytes >> 10) + " KiB.");
  }
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (file && file.peek() != std::ifstream::traits_type::eof()) text << file.rdbuf();
  if (file.bad() || (!file && !file.eof())) {
    throw std::runtime_error("Cannot read " + path.string() + ".");
  }
  return std::move(text).str();
}

void write_file(const fs::path& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.flush();
  if (!file) {
    throw std::runtime_error("Cannot write " + path.string() + ": " + std::strerror(errno) + ".");
  }
}

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
  fs::permissions(path_, fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec |
                             fs::perms::others_read | fs::perms::others_exec);
  fs::rename(path_, target_, error);
  if (!error) {
    path_.clear();
    return;
  }
  if (!fs::is_directory(target_)) {
    throw std::runtime_error("Cannot make " + target_.string() + ": " + error.message() + ".");
  }
}

}  // namespace warpscope::runner
