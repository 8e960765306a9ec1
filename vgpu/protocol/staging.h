// Memory shared with the program, through which bulk data travels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/unique_fd.h"

namespace warpscope::device {

/// A mapping of a shared file; unmapped at the end.
class SharedMapping {
 public:
  SharedMapping() = default;
  /// Maps `size_bytes` of `fd` for reading and writing; std::system_error when that fails.
  SharedMapping(int fd, std::size_t size_bytes);
  SharedMapping(SharedMapping&& other) noexcept;
  SharedMapping& operator=(SharedMapping&& other) noexcept;
  ~SharedMapping();

  std::span<std::byte> bytes() const { return {data_, size_bytes_}; }

 private:
  std::byte* data_ = nullptr;  ///< owned mapping
  std::size_t size_bytes_ = 0;
};

/// An anonymous shared file that can neither shrink nor grow, so that the program cannot make an
/// access of the device fail (SIGBUS). std::system_error when the system refuses.
UniqueFd make_sealed_memory(std::size_t size_bytes);

}  // namespace warpscope::device
