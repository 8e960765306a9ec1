#include "base/files.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>

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

}  // namespace

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
