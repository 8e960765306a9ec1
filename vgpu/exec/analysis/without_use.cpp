#include "vgpu/exec/analysis/without_use.h"

#include <algorithm>
#include <unordered_set>

#include "vgpu/exec/analysis/liveness.h"
#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/analysis/modifiers.h"

namespace warpscope::exec {
namespace {

bool is_of_shared_or_local(const ptx::Instruction& instruction) {
  return is_of_shared_space(instruction) || has_modifier(instruction, "local");
}

enum class Effect : std::uint8_t { none, on_own_memory, yes };

// On own memory: of the block or the thread, which nobody else sees.
Effect effect_of(const ptx::Instruction& instruction) {
  const Meaning& meaning = meaning_of(instruction);
  switch (meaning.flow) {
    case Flow::branch:
    case Flow::branch_by_table:
      return Effect::none;
    case Flow::next:
      break;
    default:
      return Effect::yes;
  }
  switch (meaning.memory) {
    case Memory::load:
    case Memory::load_of_constants:
    case Memory::matrix_load:
    case Memory::image_load:
      return is_strong(instruction) ? Effect::yes : Effect::none;
    case Memory::none:
      break;
    case Memory::store:
      return is_of_shared_or_local(instruction) && !is_strong(instruction) ? Effect::on_own_memory
                                                                           : Effect::yes;
    default:
      return Effect::yes;
  }
  // The carry flag is no operand: what sets it is needed where something reads it.
  if (has_modifier(instruction, "cc")) return Effect::yes;
  bool sets = false;
  for_each_written(instruction, [&](std::uint32_t) { sets = true; });
  return sets ? Effect::none : Effect::yes;
}

bool reads_own_memory(const ptx::Instruction& instruction) {
  const Memory memory = meaning_of(instruction).memory;
  if (memory == Memory::none || memory == Memory::store || memory == Memory::fence ||
      memory == Memory::barrier || memory == Memory::load_of_constants ||
      memory == Memory::image_load || memory == Memory::image_store)
    return false;
  const bool is_elsewhere = has_modifier(instruction, "global") ||
                            has_modifier(instruction, "const") ||
                            has_space_of_parameters(instruction);
  return memory == Memory::copy || !is_elsewhere;
}

class Use {
 public:
  Use(const ptx::Function& function, const std::vector<FlowBlock>& blocks,
      const std::vector<bool>& is_executed)
      : function_(function),
        blocks_(blocks),
        is_executed_(is_executed),
        block_of_(function.body.size(), kExitBlock),
        deciding_(blocks.size()),
        predecessors_(blocks.size()),
        setters_(function.registers.size()),
        is_used_(function.body.size(), false) {
    for (std::uint32_t b = 0; b < blocks.size(); ++b) {
      if (!is_executed[b]) continue;
      for (std::uint32_t i = blocks[b].first; i < blocks[b].end; ++i) {
        block_of_[i] = b;
        for_each_written(function.body[i],
                         [&](std::uint32_t index) { setters_[index].push_back(i); });
      }
      for (const std::uint32_t to : blocks[b].successors)
        if (to != kExitBlock) predecessors_[to].push_back(b);
      if (blocks[b].successors.size() < 2) continue;
      const auto apart = blocks_apart(blocks, b);
      for (std::uint32_t each = 0; each < apart.size(); ++each)
        if (apart[each]) deciding_[each].push_back(blocks[b].end - 1);
    }
  }

  std::vector<bool> run() {
    if (!function_.is_entry) reads_own_memory_ = true;
    for (std::uint32_t i = 0; i < function_.body.size(); ++i) {
      if (block_of_[i] == kExitBlock) continue;
      const Effect effect = effect_of(function_.body[i]);
      if (effect == Effect::yes || (effect == Effect::on_own_memory && reads_own_memory_)) use(i);
      if (effect == Effect::on_own_memory) on_own_memory_.push_back(i);
    }
    follow();
    keep_jumps();
    std::vector<bool> result(is_used_.size());
    for (std::uint32_t i = 0; i < result.size(); ++i)
      result[i] = block_of_[i] != kExitBlock && !is_used_[i];
    return result;
  }

 private:
  void use(std::uint32_t instruction) {
    if (is_used_[instruction]) return;
    is_used_[instruction] = true;
    open_.push_back(instruction);
  }

  // The instructions whose value of the register may be the one in front of `before`, in `block`.
  template <typename Visit>
  void for_each_setter(std::uint32_t index, std::uint32_t block, std::uint32_t before,
                       const Visit& visit) {
    if (is_set_between(index, blocks_[block].first, before, visit)) return;
    std::vector<std::uint32_t> open{block};
    while (!open.empty()) {
      const std::uint32_t to = open.back();
      open.pop_back();
      for (const std::uint32_t from : predecessors_[to]) {
        if (!is_searched_.insert((std::uint64_t{index} << 32) + from).second) continue;
        if (!is_set_between(index, blocks_[from].first, blocks_[from].end, visit))
          open.push_back(from);
      }
    }
  }

  // Visits the last instructions there that set it; true where one of them does in any case.
  template <typename Visit>
  bool is_set_between(std::uint32_t index, std::uint32_t first, std::uint32_t end,
                      const Visit& visit) const {
    const auto& setters = setters_[index];
    auto next = std::ranges::lower_bound(setters, end);
    while (next != setters.begin() && *--next >= first) {
      visit(*next);
      if (!function_.body[*next].guard) return true;
    }
    return false;
  }

  void follow() {
    while (!open_.empty()) {
      const std::uint32_t i = open_.back();
      open_.pop_back();
      for (const std::uint32_t branch : deciding_[block_of_[i]]) use(branch);
      for_each_read_register(function_.body[i], [&](std::uint32_t index) {
        for_each_setter(index, block_of_[i], i, [&](std::uint32_t setter) { use(setter); });
      });
      if (reads_own_memory_ || !reads_own_memory(function_.body[i])) continue;
      reads_own_memory_ = true;
      for (const std::uint32_t store : on_own_memory_) use(store);
    }
  }

  // A jump belongs to the block that it ends.
  void keep_jumps() {
    for (std::uint32_t b = 0; b < blocks_.size(); ++b) {
      const FlowBlock& block = blocks_[b];
      if (!is_executed_[b] || block.successors.size() > 1) continue;
      const std::uint32_t last = block.end - 1;
      if (meaning_of(function_.body[last]).flow != Flow::branch) continue;
      const auto begin = is_used_.begin();
      const bool is_alone = last == block.first;
      if (is_alone || std::find(begin + block.first, begin + last, true) != begin + last)
        is_used_[last] = true;
    }
  }

  const ptx::Function& function_;
  const std::vector<FlowBlock>& blocks_;
  const std::vector<bool>& is_executed_;
  std::vector<std::uint32_t> block_of_;                   ///< by instruction; not executed: none
  std::vector<std::vector<std::uint32_t>> deciding_;      ///< by block: branches
  std::vector<std::vector<std::uint32_t>> predecessors_;  ///< by block: those that were executed
  std::vector<std::vector<std::uint32_t>> setters_;       ///< by register, in their order
  std::vector<bool> is_used_;                             ///< by instruction
  std::unordered_set<std::uint64_t>
      is_searched_;  ///< register, and a block at whose end it is read
  std::vector<std::uint32_t> on_own_memory_, open_;
  bool reads_own_memory_ = false;
};

}  // namespace

std::vector<bool> instructions_without_use(const ptx::Function& function,
                                           const std::vector<FlowBlock>& blocks,
                                           const std::vector<bool>& is_executed) {
  // What a function returns in a register is read by its caller.
  const bool returns_in_register = std::ranges::any_of(
      function.returns, [](const ptx::Variable& each) { return each.space == ptx::Space::reg; });
  if (blocks.size() > kMostBlocksToFollow || returns_in_register)
    return std::vector<bool>(function.body.size(), false);
  return Use(function, blocks, is_executed).run();
}

std::vector<bool> UseInRuns::without_use(const ptx::Function& function,
                                         std::span<const std::uint64_t> executions) {
  const std::scoped_lock lock(mutex_);
  Known& known = known_[&function];
  if (known.blocks.empty()) known.blocks = control_flow(function);
  std::vector<bool> is_executed;
  for (const FlowBlock& block : known.blocks)
    is_executed.push_back(block.end > block.first && executions[block.first] > 0);
  if (is_executed != known.is_executed) {
    known.result = instructions_without_use(function, known.blocks, is_executed);
    known.is_executed = std::move(is_executed);
  }
  return known.result;
}

}  // namespace warpscope::exec
