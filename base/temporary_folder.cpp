#include "base/temporary_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

namespace warpscope {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder(std::string_view name) {
  std::error_code error;
  const fs::path parent = fs::temp_directory_path(error);
  std::string made =
      ((error ? fs::path("/tmp") : parent) / "warpscope-").string() + std::string(name) + "-XXXXXX";
  if (::mkdtemp(made.data()) == nullptr)
    throw std::runtime_error("Cannot make a folder " + made + ": " + std::strerror(errno) + ".");
  path_ = made;
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})) {}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace warpscope
