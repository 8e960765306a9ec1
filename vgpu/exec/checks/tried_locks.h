// Locks that are tried once: who finds one taken goes on without it.
//
// A lock is a word that threads swap from one number to another, always the same two, and that the
// one who has it stores back. A thread whose swap failed mostly tries again until it succeeds, here
// or, in a pool of things to be had, at another word. One that ends without has left something out.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "vgpu/exec/checks/plain_locks.h"

namespace warpscope::exec::checks {

/// What is known of a word that threads swap.
struct TriedLock {
  bool is_other = false;  ///< no lock: swapped or stored in other ways as well
  bool is_held = false;
  bool is_given_back = false;  ///< once or more
  LockUser holder;
  std::uint64_t free = 0, taken = 0;
};

/// Lanes of a warp whose last swap by an instruction has failed, and which have not tried for the
/// same word again.
struct FailedTry {
  std::uint32_t place = 0, lanes = 0;
  std::array<std::uint64_t, 32> addresses{};  ///< by lane
};

/// Threads that have ended behind such a swap; the first one stands for all.
struct LeftTry {
  std::uint32_t place = 0;
  std::uint64_t block = 0;
  std::uint32_t warp = 0, lane = 0;
  std::uint64_t count = 0;
};

/// Of one memory, by address.
struct TriedLocks {
  static constexpr std::size_t kMost = 1 << 12;
  std::unordered_map<std::uint64_t, TriedLock> locks;
  std::map<std::uint64_t, LeftTry> left;
  TriedLock* find(std::uint64_t address) {
    const auto found = locks.find(address);
    return found == locks.end() ? nullptr : &found->second;
  }
  void clear() {
    if (!locks.empty()) locks.clear();
    if (!left.empty()) left.clear();
  }
};

}  // namespace warpscope::exec::checks
