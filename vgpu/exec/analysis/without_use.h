// Which executed instructions computed what nothing needed: loops that only fill time, sums that
// nobody stores.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <vector>

#include "vgpu/exec/analysis/control_flow.h"
#include "vgpu/ptx/module.h"

namespace warpscope::exec {

/// By instruction: true where it was executed and neither has an effect nor leads to one, by the
/// registers that it sets or, as a branch, by deciding whether one is executed. Effects are what
/// was executed of stores, atomics, copies, barriers, fences, calls, strong or volatile loads and
/// ends of threads; stores to shared or local memory only where something that is needed reads such
/// memory. `is_executed`: by block. What would have an effect but was never executed makes nothing
/// needed, and so decides a branch around it. A store to global memory that nobody reads has an
/// effect, and so has a value that is mixed into another and changes nothing, and a branch behind
/// which a thread could end and never does. Functions of more than 2000 blocks have none.
std::vector<bool> instructions_without_use(const ptx::Function& function,
                                           const std::vector<FlowBlock>& blocks,
                                           const std::vector<bool>& is_executed);

/// The same for launch after launch of a kernel's functions: launches that went the same ways are
/// not looked at again. May be asked by several threads.
class UseInRuns {
 public:
  /// `executions`: by instruction of the function.
  std::vector<bool> without_use(const ptx::Function& function,
                                std::span<const std::uint64_t> executions);

 private:
  struct Known {
    std::vector<FlowBlock> blocks;
    std::vector<bool> is_executed, result;
  };
  std::mutex mutex_;
  std::map<const ptx::Function*, Known> known_;
};

}  // namespace warpscope::exec
