#include "vgpu/protocol/staging.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace warpscope::device {
namespace {

[[noreturn]] void fail_staging(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace

SharedMapping::SharedMapping(int fd, std::size_t size_bytes) : size_bytes_(size_bytes) {
  void* place = mmap(nullptr, size_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (place == MAP_FAILED) fail_staging("cannot map the staging memory");
  data_ = static_cast<std::byte*>(place);
}

SharedMapping::SharedMapping(SharedMapping&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_bytes_(std::exchange(other.size_bytes_, 0)) {}

SharedMapping& SharedMapping::operator=(SharedMapping&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_bytes_, other.size_bytes_);
  return *this;
}

SharedMapping::~SharedMapping() {
  if (data_ != nullptr) munmap(data_, size_bytes_);
}

UniqueFd make_sealed_memory(std::size_t size_bytes) {
  UniqueFd fd(memfd_create("warpscope-staging", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!fd.is_open()) fail_staging("cannot create the staging memory");
  if (ftruncate(fd.get(), static_cast<off_t>(size_bytes)) != 0) {
    fail_staging("cannot size the staging memory");
  }
  if (fcntl(fd.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
    fail_staging("cannot seal the staging memory");
  }
  return fd;
}

}  // namespace warpscope::device
