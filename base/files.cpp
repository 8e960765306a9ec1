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

/// Where a file is made before it gets its name. In a name of the greatest length there is no room
/// for more.
fs::path fresh_beside(const fs::path& path) {
  constexpr std::size_t kMostOfTheName = 200;
  const auto name = path.filename().string().substr(0, kMostOfTheName);
  return path.parent_path() / (name + "." + std::to_string(::getpid()) + ".new");
}

/// What a new file in its place would do away with, or what leads elsewhere.
bool is_written_in_place(const fs::path& path) {
  std::error_code error;
  const auto type = fs::symlink_status(path, error).type();
  return type != fs::file_type::regular && type != fs::file_type::not_found &&
         type != fs::file_type::none && type != fs::file_type::directory;
}

/// `named`: in place of the path, where it cannot be written.
void write_to(const fs::path& path, const fs::path& named,
              const std::function<void(std::ostream&)>& write) {
  std::ofstream file(path, std::ios::binary);
  if (file) write(file);
  file.flush();
  if (!file) fail("write", named);
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
  write_to(path, path, [&](std::ostream& file) { file << text; });
}

void replace_file(const fs::path& path, std::string_view text) {
  replace_file(path, [&](std::ostream& file) { file << text; });
}

void replace_file(const fs::path& path, const std::function<void(std::ostream&)>& write) {
  if (is_written_in_place(path)) {
    write_to(path, path, write);
    return;
  }
  const auto fresh = fresh_beside(path);
  std::error_code error;
  try {
    write_to(fresh, path, write);
  } catch (...) {
    fs::remove(fresh, error);
    throw;
  }
  fs::rename(fresh, path, error);
  if (!error) return;
  std::error_code ignored;
  fs::remove(fresh, ignored);
  throw std::runtime_error("Cannot write " + path.string() + ": " + error.message() + ".");
}

std::string reason_not_to_write(const fs::path& path) {
  const auto refusal = [&] {
    return "Cannot write " + path.string() + ": " + std::strerror(errno) + ".";
  };
  std::error_code ignored;
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0 && errno != ENOENT) return refusal();
  if (fs::is_directory(path, ignored)) return "Cannot write " + path.string() + ": it is a folder.";
  if (is_written_in_place(path)) return ::access(path.c_str(), W_OK) == 0 ? "" : refusal();
  constexpr mode_t kMode = 0600;
  const auto fresh = fresh_beside(path);
  const UniqueFd file(::open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kMode));
  if (!file.is_open()) return refusal();
  fs::remove(fresh, ignored);
  return {};
}

}  // namespace warpscope
