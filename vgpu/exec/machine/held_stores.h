// Plain stores of a warp to global memory that other warps do not see yet.
//
// A GPU shows a store to other threads when it likes, unless a fence, a barrier or a release orders
// it: a flag or a ticket that the same thread writes behind it may be seen first (PTX ISA manual,
// chapter 8). The virtual GPU shows stores at once; where blocks and warps take turns in other
// orders (LaunchOptions::interleaves), some are held back until something orders them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

namespace warpscope::exec {

class HeldStores {
 public:
  static constexpr std::uint32_t kMostBytes = 16;  ///< of a lane

  bool holds_now = false;            ///< stores are held back, for the rest of the turn
  std::uint32_t rounds_to_wait = 0;  ///< that the warp then waits behind a flag, so that it is seen

  bool is_empty() const { return held_.empty(); }
  /// Something is held back for any of these bytes.
  bool has(const std::byte* at, std::uint32_t size_bytes) const {
    return std::any_of(held_.begin(), held_.end(), [&](const Store& store) {
      return store.at < at + size_bytes && at < store.at + store.size_bytes;
    });
  }
  /// A lane is going to store there: takes down what is there before.
  void begin(std::byte* at, std::uint32_t size_bytes) {
    Store& store = begun_.emplace_back();
    store.at = at;
    store.size_bytes = size_bytes;
    std::memcpy(store.bytes.data(), at, size_bytes);
  }
  /// The lanes have stored: takes what they stored, and puts back what was there.
  void end() {
    if (begun_.empty()) return;
    const std::size_t first = held_.size();
    for (const Store& before : begun_) {
      Store& store = held_.emplace_back(before);
      std::memcpy(store.bytes.data(), store.at, store.size_bytes);
    }
    for (const Store& before : begun_)
      std::memcpy(before.at, before.bytes.data(), before.size_bytes);
    begun_.clear();
    if (first > kMostStores) make_all();
  }
  /// In their order.
  void make_all() {
    for (const Store& store : held_) std::memcpy(store.at, store.bytes.data(), store.size_bytes);
    held_.clear();
  }
  /// The launch is over for the warp that had them.
  void forget() {
    held_.clear();
    begun_.clear();
    holds_now = false;
  }

 private:
  static constexpr std::size_t kMostStores = 256;  ///< of lanes
  struct Store {
    std::byte* at = nullptr;
    std::uint32_t size_bytes = 0;
    std::array<std::byte, kMostBytes> bytes{};
  };
  std::vector<Store> held_, begun_;
};

}  // namespace warpscope::exec
