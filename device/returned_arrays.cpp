#include "device/returned_arrays.h"

#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace warpscope::device {
namespace {

/// In a size: of memory that host and device share.
constexpr std::uint64_t kShared = std::uint64_t{1} << 63;

void write_at(int fd, std::uint64_t at, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const auto count = pwrite(fd, bytes.data(), bytes.size(), static_cast<off_t>(at));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) throw std::system_error(errno, std::generic_category(), "cannot keep arrays");
    bytes = bytes.subspan(static_cast<std::size_t>(count));
    at += static_cast<std::uint64_t>(count);
  }
}

}  // namespace

void ReturnedArrays::begin(int fd) {
  fd_ = fd;
  written_ = 0;
  if (fd_ >= 0 && ftruncate(fd_, 0) != 0)
    throw std::system_error(errno, std::generic_category(), "cannot empty the file for arrays");
}

void ReturnedArrays::add(std::span<const std::byte> bytes, bool is_shared) {
  const std::uint64_t size = bytes.size();
  if (fd_ < 0 || size == 0 || size + sizeof size > kMostBytes - written_) return;
  const std::uint64_t head = is_shared ? size | kShared : size;
  write_at(fd_, written_, std::as_bytes(std::span(&head, 1)));
  write_at(fd_, written_ + sizeof size, bytes);
  written_ += size + sizeof size;
}

std::vector<std::vector<std::byte>> read_returned_arrays(int fd, bool with_shared) {
  std::vector<std::vector<std::byte>> arrays;
  std::uint64_t at = 0;
  const auto read = [&](void* target, std::uint64_t bytes) {
    const auto count = pread(fd, target, bytes, static_cast<off_t>(at));
    at += bytes;
    return count == static_cast<ssize_t>(bytes);
  };
  std::uint64_t size = 0;
  while (fd >= 0 && read(&size, sizeof size)) {
    const bool is_left_out = (size & kShared) != 0 && !with_shared;
    size &= ~kShared;
    if (size > ReturnedArrays::kMostBytes) break;
    std::vector<std::byte> array(size);
    if (!read(array.data(), size)) break;
    if (!is_left_out) arrays.push_back(std::move(array));
  }
  return arrays;
}

}  // namespace warpscope::device
