// Times of launches that the devices of one run have in common: what one has timed the others need
// not time again.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>

#include "base/unique_fd.h"
#include "vgpu/timing/clock/launch_clock.h"

namespace warpscope::timing {

/// A file that all of them have open for appending. Each adds a record at a time, and reads what
/// has come since its last look. The devices have the same program and the same profile, but for
/// what no launch's time depends on.
class SharedTimes {
 public:
  /// Of all that decides a time, machine code included: 128 bits, so that no two launches have the
  /// same by accident.
  using Key = std::array<std::uint64_t, 2>;

  explicit SharedTimes(UniqueFd file) : file_(std::move(file)) {}
  /// nullptr: nobody has timed it. Where it points stands until the next call.
  const std::optional<TimedLaunch>* find(const Key& key);
  /// Nothing happens where the file is full or cannot be written: then others time it again.
  void add(const Key& key, const std::optional<TimedLaunch>& timed);

 private:
  void read_new();
  /// Whether it is a whole record; what follows one that is not is not read.
  bool read_record(std::span<const std::byte> record);

  UniqueFd file_;
  std::uint64_t read_bytes_ = 0;
  bool is_readable_ = true;
  std::map<Key, std::optional<TimedLaunch>> times_;
  std::set<std::string, std::less<>> parts_;  ///< PartUse::part of what was read
};

}  // namespace warpscope::timing
