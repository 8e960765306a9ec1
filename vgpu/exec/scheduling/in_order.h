// The blocks of a launch on one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "vgpu/exec/base/permutation.h"
#include "vgpu/exec/machine/block.h"
#include "vgpu/exec/machine/worker.h"

namespace warpscope::exec {

/// The index of the block with this number.
Dim3 index_of(const Dim3& grid, std::uint64_t block);

/// Asks now and then whether the launch may go on, also when each block is short. `block` is the
/// one that has just ended.
bool may_go_on(Worker& worker, BlockContext& block);

/// Blocks begin in the order of their indices. Unless the launch is cooperative or its kernel
/// ordered, each ends before the next one begins.
class InOrder {
 public:
  /// From block number `first` to the last.
  InOrder(LaunchContext& launch, Worker& worker, std::uint64_t first);
  std::optional<Fault> run();

 private:
  void admit();
  void retire(std::size_t index);

  LaunchContext& launch_;
  Worker& worker_;
  std::uint64_t blocks_;
  Permutation order_;  ///< LaunchOptions::schedule
  std::uint64_t limit_;
  std::uint64_t next_;
  std::size_t residents_ = 0;
  std::vector<std::unique_ptr<BlockRunner>> runners_;  ///< the resident ones first
};

}  // namespace warpscope::exec
