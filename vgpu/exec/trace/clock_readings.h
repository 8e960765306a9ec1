// What clocks show to the warps of a launch, read by read, where a clock has timed the launch
// before.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace warpscope::exec {

class ClockReadings {
 public:
  /// Cycles from the launch's beginning on, of one warp, in the order in which it reads. 0: that
  /// read was not seen.
  using Warp = std::vector<std::uint64_t>;
  struct Block {
    std::vector<Warp> warps;
    std::uint32_t sm = 0;  ///< that has executed it
  };

  /// `blocks_apart`: how far apart the blocks of one SM are in the grid, to find a like one for a
  /// block that was not timed.
  explicit ClockReadings(std::uint64_t blocks_apart = 1) : blocks_apart_(blocks_apart) {}

  Block& block(std::uint64_t number) { return blocks_[number]; }
  const std::map<std::uint64_t, Block>& blocks() const { return blocks_; }
  /// All blocks have been timed on SMs of their own numbers.
  void set_all_sms() { has_sms_ = true; }
  bool has_sms() const { return has_sms_; }
  /// Puts something in for what was not seen: to be called once, when all is noted.
  void fill();

  /// What read number `read` of a warp shows, after fill(). Behind a warp's last one that is known,
  /// clocks go on as they went at last.
  std::uint64_t at(std::uint64_t block, std::uint32_t warp, std::uint64_t read) const;
  /// nullptr: there are none at all.
  const Block* like(std::uint64_t block) const;

  /// By how many cycles a read is another one than at() of `shown` says, at most.
  std::uint64_t largest_difference(const ClockReadings& shown) const;

 private:
  std::uint64_t blocks_apart_;
  std::map<std::uint64_t, Block> blocks_;  ///< by number in the grid
  bool has_sms_ = false;
};

}  // namespace warpscope::exec
