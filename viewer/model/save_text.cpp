#include "viewer/model/save_text.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>

#include "base/files.h"
#include "base/unique_fd.h"

namespace warpscope::viewer {
namespace {

[[noreturn]] void fail_to_save(const std::filesystem::path& file) {
  throw std::runtime_error("Cannot write " + file.string() + ": " + std::strerror(errno) + ".");
}

/// Permissions of the file; nothing where there is none. Throws where it must not be replaced.
std::optional<mode_t> mode_of(const std::filesystem::path& file) {
  struct stat status {};
  if (::lstat(file.c_str(), &status) != 0) {
    if (errno == ENOENT) return std::nullopt;
    fail_to_save(file);
  }
  if (!S_ISREG(status.st_mode)) throw std::runtime_error(reason_not_to_read(file));
  if (::access(file.c_str(), W_OK) != 0) fail_to_save(file);
  constexpr mode_t kPermissions = 0777;
  return status.st_mode & kPermissions;
}

/// False with errno where not all of it could be written.
bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const auto count = ::write(file, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return ::fsync(file) == 0;
}

bool write_fresh(const std::filesystem::path& fresh, std::optional<mode_t> mode,
                 std::string_view text) {
  constexpr mode_t kUsual = 0666;
  const UniqueFd file(
      ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, kUsual));
  if (!file.is_open()) return false;
  if (mode && ::fchmod(file.get(), *mode) != 0) return false;
  return write_all(file.get(), text);
}

}  // namespace

void save_text(const std::filesystem::path& file, std::string_view text) {
  const auto mode = mode_of(file);
  const std::filesystem::path fresh = file.string() + "." + std::to_string(::getpid()) + ".new";
  ::unlink(fresh.c_str());  // of an earlier process that did not come to an end
  if (!write_fresh(fresh, mode, text) || ::rename(fresh.c_str(), file.c_str()) != 0) {
    const int error = errno;
    ::unlink(fresh.c_str());
    errno = error;
    fail_to_save(file);
  }
}

}  // namespace warpscope::viewer
