// What one warp did from its first instruction on, in stretches.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace warpscope::timing {

enum class Stall : std::uint8_t;

/// Waits of 32 cycles and more stand alone; what lies between them is one stretch, in which the
/// warp issues. Only so many stretches are kept, from the beginning on.
class WarpSpans {
 public:
  static constexpr std::size_t kMost = 400;
  struct Span {
    Stall state{};  ///< selected: it issues, with shorter waits between
    std::uint64_t cycles = 0;
  };

  explicit WarpSpans(std::uint64_t begin) : begin_(begin) {}
  /// It was in the state for so many cycles more.
  void add(Stall state, std::uint64_t cycles) {
    if (state == state_) {
      cycles_ += cycles;
      return;
    }
    settle();
    state_ = state;
    cycles_ = cycles;
  }
  /// The warp has ended.
  void end() {
    settle();
    if (issuing_ != 0) keep({}, std::exchange(issuing_, 0));
  }
  std::uint64_t begin() const { return begin_; }
  const std::vector<Span>& spans() const { return spans_; }

 private:
  static constexpr std::uint64_t kLeastCycles = 32;
  void settle() {
    const std::uint64_t cycles = std::exchange(cycles_, 0);
    if (state_ == Stall{} || cycles < kLeastCycles) {
      issuing_ += cycles;
      return;
    }
    if (issuing_ != 0) keep({}, std::exchange(issuing_, 0));
    keep(state_, cycles);
  }
  void keep(Stall state, std::uint64_t cycles) {
    if (spans_.size() < kMost) spans_.push_back({state, cycles});
  }

  std::uint64_t begin_, issuing_ = 0, cycles_ = 0;
  Stall state_{};
  std::vector<Span> spans_;
};

}  // namespace warpscope::timing
