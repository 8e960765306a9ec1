#include "base/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "base/unique_fd.h"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

/// "4 MiB", "300 bytes": the largest unit of which the limit is a whole number.
std::string limit_text(std::uint64_t bytes) {
  constexpr std::uint64_t kStep = 1024;
  const char* unit = "bytes";
  for (const char* larger : {"KiB", "MiB", "GiB"}) {
    if (bytes < kStep || bytes % kStep != 0) break;
    bytes /= kStep;
    unit = larger;
  }
  return std::to_string(bytes) + " " + unit;
}

[[noreturn]] void fail(const char* what, const fs::path& path) {
  throw std::runtime_error(std::string("Cannot ") + what + " " + path.string() + ": " +
                           std::strerror(errno) + ".");
}

/// What a file that is not regular is, in words.
const char* kind_in_words(mode_t mode) {
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISLNK(mode)) return "a symbolic link, which is not followed";
  if (S_ISFIFO(mode)) return "a named pipe";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

std::string not_regular(const fs::path& path, mode_t mode) {
  return path.string() + " is " + kind_in_words(mode) + ", not a regular file.";
}

}  // namespace

std::string reason_not_to_read(const fs::path& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) return "There is no file " + path.string() + ".";
    return "Cannot read " + path.string() + ": " + std::strerror(errno) + ".";
  }
  if (!S_ISREG(status.st_mode)) return not_regular(path, status.st_mode);
  if (::access(path.c_str(), R_OK) != 0) {
    return "Cannot read " + path.string() + ": " + std::strerror(errno) + ".";
  }
  return {};
}

std::string read_file_of_others(const fs::path& path, std::uint64_t limit_bytes) {
  // Opening some devices does something, so it is looked at before; and after, because it may have
  // been exchanged.
  if (const auto reason = reason_not_to_read(path); !reason.empty())
    throw std::runtime_error(reason);
  const UniqueFd file(
      ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!file.is_open()) fail("read", path);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) fail("read", path);
  if (!S_ISREG(status.st_mode)) throw std::runtime_error(not_regular(path, status.st_mode));
  std::string text;
  std::array<char, 1 << 16> buffer;
  while (true) {
    const auto count = ::read(file.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("read", path);
    if (count == 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(count));
    if (text.size() > limit_bytes) {
      throw std::runtime_error(path.string() + " is larger than " + limit_text(limit_bytes) + ".");
    }
  }
}

std::string read_file(const fs::path& path, std::uint64_t limit_bytes) {
  std::error_code error;
  const auto status = fs::status(path, error);
  if (!fs::exists(status)) throw std::runtime_error("There is no file " + path.string() + ".");
  if (!fs::is_regular_file(status)) {
    throw std::runtime_error(path.string() + " is not a regular file.");
  }
  if (fs::file_size(path, error) > limit_bytes) {
    throw std::runtime_error(path.string() + " is larger than " + limit_text(limit_bytes) + ".");
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) fail("read", path);
  std::ostringstream text;
  if (file.peek() != std::ifstream::traits_type::eof()) text << file.rdbuf();
  if (file.bad() || (!file && !file.eof())) fail("read", path);
  return std::move(text).str();
}

void write_file(const fs::path& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.flush();
  if (!file) fail("write", path);
}

void replace_file(const fs::path& path, std::string_view text) {
  const fs::path fresh = path.string() + "." + std::to_string(::getpid()) + ".new";
  std::error_code error;
  try {
    write_file(fresh, text);
  } catch (const std::runtime_error&) {
    fs::remove(fresh, error);
    throw;
  }
  fs::rename(fresh, path, error);
  if (!error) return;
  std::error_code ignored;
  fs::remove(fresh, ignored);
  throw std::runtime_error("Cannot write " + path.string() + ": " + error.message() + ".");
}

}  // namespace warpscope
