// Words that threads use as locks, and take by a load and a store.
//
// In the order that runs one thread may take such a lock behind the other and nothing goes wrong.
// But between the load and the store any number of others may find the lock free, too.
#pragma once

#include <cstdint>
#include <unordered_map>

namespace warpscope::exec::checks {

/// Who uses a word: the lanes of one instruction of a warp.
struct LockUser {
  std::uint64_t block = 0;  ///< its number in the grid
  std::uint32_t warp = 0, lanes = 0;
  bool operator==(const LockUser&) const = default;
};

/// What is known of a word that somebody has taken.
struct PlainLock {
  /// Not used as a lock alone: a flag, say, which one thread sets and another one takes back.
  bool is_other = false;
  bool is_held = false;
  bool is_unordered = false;  ///< nothing but the word keeps its holder and the one before apart
  LockUser holder;            ///< the one that has it or had it last
  std::uint32_t given_back_at = 0;  ///< time of the holder's block; 0: it never was
  std::uint64_t free = 0, taken = 0;
  std::uint32_t look = 0, store = 0;  ///< places at which it was taken
};

/// The last look at a word that a warp has had, strong and by no atomic.
struct LockLook {
  bool is_valid = false, is_unordered = false;
  std::uint64_t address = 0;
  std::uint32_t lanes = 0, place = 0;
};

/// By address.
class PlainLocks {
 public:
  PlainLock* find(std::uint64_t address) {
    if (locks_.empty()) return nullptr;
    const auto found = locks_.find(address);
    return found == locks_.end() ? nullptr : &found->second;
  }
  /// nullptr when there are too many.
  PlainLock* add(std::uint64_t address) {
    return locks_.size() < kMost ? &locks_[address] : find(address);
  }
  void clear() {
    if (!locks_.empty()) locks_.clear();
  }

 private:
  static constexpr std::size_t kMost = 1 << 12;
  std::unordered_map<std::uint64_t, PlainLock> locks_;
};

}  // namespace warpscope::exec::checks
