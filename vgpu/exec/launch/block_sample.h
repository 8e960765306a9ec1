// Which blocks of a grid run when a launch is to run a sample of them.
#pragma once

#include <cstdint>
#include <span>

namespace warpscope::exec {

/// A sample is the first block, the last one, and others at even distances between them: so edges
/// are in it, and the distance is seldom a multiple of a grid's row. The same numbers give the same
/// blocks.
class BlockSample {
 public:
  /// Of all blocks of a grid; where `wanted` is 0 or not fewer, all of them. At most 2^32 - 1 are
  /// wanted.
  constexpr BlockSample(std::uint64_t all, std::uint64_t wanted)
      : count_(wanted == 0 || wanted >= all ? all : wanted),
        is_all_(count_ == all),
        step_(count_ > 1 ? (all - 1) / (count_ - 1) : 0),
        rest_(count_ > 1 ? (all - 1) % (count_ - 1) : 0) {}

  /// These blocks, different ones; they outlive this.
  constexpr explicit BlockSample(std::span<const std::uint64_t> chosen)
      : count_(chosen.size()), is_all_(false), step_(0), rest_(0), chosen_(chosen) {}

  constexpr std::uint64_t count() const { return count_; }
  constexpr bool is_all() const { return is_all_; }
  /// The linear index in the grid of the i-th block that runs, i below count(); in their order.
  constexpr std::uint64_t operator()(std::uint64_t i) const {
    if (!chosen_.empty()) return chosen_[i];
    return is_all_ || i == 0 ? i : i * step_ + i * rest_ / (count_ - 1);
  }

 private:
  std::uint64_t count_;
  bool is_all_;
  std::uint64_t step_, rest_;
  std::span<const std::uint64_t> chosen_{};
};

}  // namespace warpscope::exec
