// What a program had of the device in a case, for the runner: its answer may be a part of that; and
// where inputs are exchanged (link.h), a program may compare its answer with what its own host
// computes of other data, and end itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace warpscope::device {

/// The file has, one behind the other, {u64 bytes, bytes} of each array; the highest bit of the
/// number is set for memory that host and device share.
class ReturnedArrays {
 public:
  static constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20;  ///< of a case; then no more

  /// Writes to this file, from its begin on, what was returned in the case that begins; -1: none.
  /// Throws std::system_error where it cannot be emptied.
  void begin(int fd);
  /// `is_shared`: the host may have written it itself. Throws std::system_error where there is no
  /// room.
  void add(std::span<const std::byte> bytes, bool is_shared = false);

 private:
  int fd_ = -1;
  std::uint64_t written_ = 0;
};

/// The arrays in such a file, in their order; what of it is no whole array is left out. -1: none.
/// `with_shared`: memory that host and device share as well.
std::vector<std::vector<std::byte>> read_returned_arrays(int fd, bool with_shared = true);

}  // namespace warpscope::device
