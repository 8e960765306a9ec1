// What a program had of the device in a case with exchanged inputs (link.h), for the runner: a
// program may compare its answer with what its own host computes of other data, and end itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace warpscope::device {

/// The file has, one behind the other, {u64 bytes, bytes} of each array.
class ReturnedArrays {
 public:
  static constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20;  ///< of a case; then no more

  /// Writes to this file, from its begin on, what was returned in the case that begins; -1: none.
  /// Throws std::system_error where it cannot be emptied.
  void begin(int fd);
  /// Throws std::system_error where there is no room.
  void add(std::span<const std::byte> bytes);

 private:
  int fd_ = -1;
  std::uint64_t written_ = 0;
};

/// The arrays in such a file, in their order; what of it is no whole array is left out. -1: none.
std::vector<std::vector<std::byte>> read_returned_arrays(int fd);

}  // namespace warpscope::device
