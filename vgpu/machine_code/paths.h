// The likeliest ways between blocks of machine code.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "vgpu/machine_code/function.h"

namespace warpscope::machine_code {

/// The cheapest way from one block to each other one: what is passed costs its instructions, much
/// more where it is the home of PTX blocks that were not executed, and most where it calls a
/// routine that only few operands need.
class Paths {
 public:
  /// `is_home`: by machine block.
  Paths(const MachineFunction& function, std::vector<bool> is_home);

  bool is_home(std::uint32_t block) const { return is_home_[block]; }

  static constexpr std::uint64_t kNoWay = ~std::uint64_t{0};
  /// What a home of other PTX blocks costs beside its instructions.
  static constexpr std::uint64_t kOfOtherHome = 60;
  /// 0 for a successor.
  std::uint64_t cost(std::uint32_t from, std::uint32_t to);
  /// Blocks that are passed between the two, the last first. Empty where there is no way.
  std::span<const std::uint32_t> between(std::uint32_t from, std::uint32_t to);
  /// The same to a block that an unrolled loop begins with: the longest way forward past no home,
  /// because what lies before such a loop are questions how many turns are left, each of which is
  /// asked. As between() where there is none.
  std::span<const std::uint32_t> through_guards(std::uint32_t from, std::uint32_t to);
  /// What a block's calls of routines execute: blocks from a routine's first to the one that
  /// returns, by the cheapest way. Empty without such calls.
  std::span<const std::uint32_t> called_by(std::uint32_t block);
  /// The nearest block that ends with EXIT or RET, perhaps itself; nothing where no way leads to
  /// one.
  std::optional<std::uint32_t> nearest_end(std::uint32_t block);

 private:
  struct Tree {
    std::vector<std::uint64_t> cost;
    std::vector<std::uint32_t> previous;
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> ways, ways_through_guards;
  };
  Tree& from(std::uint32_t block);
  void add_routine(std::uint32_t first, std::vector<std::uint32_t>& blocks);

  const MachineFunction& function_;
  std::vector<bool> is_home_;
  std::unordered_map<std::uint32_t, Tree> trees_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>>
      called_;  ///< by the block that calls
};

}  // namespace warpscope::machine_code
