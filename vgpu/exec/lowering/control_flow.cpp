#include "vgpu/exec/lowering/control_flow.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace warpscope::exec {
namespace {

std::uint32_t label_target(const ptx::Function& function, std::string_view label) {
  const auto found = function.labels.find(label);
  if (found == function.labels.end()) {
    throw std::runtime_error("Function " + std::string(function.name) +
                             " branches to the unknown label " + std::string(label) + ".");
  }
  return found->second;
}

std::vector<std::uint32_t> branch_targets(const ptx::Function& function,
                                          const ptx::Instruction& instruction) {
  std::vector<std::uint32_t> targets;
  if (instruction.opcode == "bra") {
    if (!instruction.operands.empty())
      targets.push_back(label_target(function, instruction.operands[0].name));
  } else if (instruction.opcode == "brx" && instruction.operands.size() >= 2) {
    const auto table = function.branch_targets.find(instruction.operands[1].name);
    if (table != function.branch_targets.end()) {
      for (const std::string_view label : table->second)
        targets.push_back(label_target(function, label));
    }
  }
  return targets;
}

// Blocks in an order in which a block comes after the blocks it leads to, as far as cycles allow:
// the order in which the reversed graph's dominators converge quickly.
class PostDominators {
 public:
  explicit PostDominators(std::vector<FlowBlock>& blocks)
      : blocks_(blocks), exit_(static_cast<std::uint32_t>(blocks.size())) {}

  void run() {
    number_from_exit();
    std::vector<std::uint32_t> idom(blocks_.size() + 1, kNone);
    idom[exit_] = exit_;
    bool changed = true;
    while (changed) {
      changed = false;
      for (auto node = order_.rbegin(); node != order_.rend(); ++node) {
        if (*node == exit_) continue;
        std::uint32_t best = kNone;
        for (const std::uint32_t successor : blocks_[*node].successors) {
          const std::uint32_t to = successor == kExitBlock ? exit_ : successor;
          if (idom[to] == kNone) continue;
          best = best == kNone ? to : intersect(idom, best, to);
        }
        if (best != kNone && idom[*node] != best) {
          idom[*node] = best;
          changed = true;
        }
      }
    }
    for (std::uint32_t i = 0; i < blocks_.size(); ++i) {
      blocks_[i].post_dominator = idom[i] == kNone || idom[i] == exit_ ? kExitBlock : idom[i];
    }
  }

 private:
  static constexpr std::uint32_t kNone = 0xfffffffe;

  // Post-order of the reversed graph from the exit, without recursion (bodies can be long).
  void number_from_exit() {
    std::vector<std::vector<std::uint32_t>> predecessors(blocks_.size() + 1);
    for (std::uint32_t i = 0; i < blocks_.size(); ++i) {
      for (const std::uint32_t successor : blocks_[i].successors) {
        predecessors[successor == kExitBlock ? exit_ : successor].push_back(i);
      }
    }
    number_.assign(blocks_.size() + 1, kNone);
    std::vector<bool> seen(blocks_.size() + 1, false);
    std::vector<std::pair<std::uint32_t, std::size_t>> stack{{exit_, 0}};
    seen[exit_] = true;
    while (!stack.empty()) {
      auto& [node, next] = stack.back();
      if (next < predecessors[node].size()) {
        const std::uint32_t to = predecessors[node][next++];
        if (!seen[to]) {
          seen[to] = true;
          stack.emplace_back(to, 0);
        }
      } else {
        number_[node] = static_cast<std::uint32_t>(order_.size());
        order_.push_back(node);
        stack.pop_back();
      }
    }
  }

  std::uint32_t intersect(const std::vector<std::uint32_t>& idom, std::uint32_t a,
                          std::uint32_t b) const {
    while (a != b) {
      while (number_[a] < number_[b]) a = idom[a];
      while (number_[b] < number_[a]) b = idom[b];
    }
    return a;
  }

  std::vector<FlowBlock>& blocks_;
  std::uint32_t exit_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> number_;
};

}  // namespace

bool ends_block(const ptx::Instruction& instruction) {
  return instruction.opcode == "bra" || instruction.opcode == "brx" ||
         instruction.opcode == "ret" || instruction.opcode == "exit" ||
         instruction.opcode == "trap";
}

std::uint32_t block_at(const std::vector<FlowBlock>& blocks, std::uint32_t first) {
  const auto found = std::lower_bound(
      blocks.begin(), blocks.end(), first,
      [](const FlowBlock& block, std::uint32_t index) { return block.first < index; });
  if (found == blocks.end() || found->first != first) return kExitBlock;
  return static_cast<std::uint32_t>(found - blocks.begin());
}

std::vector<FlowBlock> control_flow(const ptx::Function& function) {
  const auto size = static_cast<std::uint32_t>(function.body.size());
  std::vector<bool> begins(size + 1, false);
  if (size > 0) begins[0] = true;
  for (const auto& [label, index] : function.labels) {
    if (index <= size) begins[index] = true;
  }
  for (std::uint32_t i = 0; i < size; ++i) {
    if (ends_block(function.body[i])) begins[i + 1] = true;
  }
  std::vector<FlowBlock> blocks;
  for (std::uint32_t i = 0; i < size; ++i) {
    if (begins[i]) blocks.push_back({i, i + 1, {}, kExitBlock});
    blocks.back().end = i + 1;
  }
  for (std::uint32_t i = 0; i < blocks.size(); ++i) {
    FlowBlock& block = blocks[i];
    const ptx::Instruction& last = function.body[block.end - 1];
    const bool falls_through = !ends_block(last) || last.guard.has_value();
    const bool exits = last.opcode == "ret" || last.opcode == "exit" || last.opcode == "trap";
    if (exits) block.successors.push_back(kExitBlock);
    for (const std::uint32_t target : branch_targets(function, last))
      block.successors.push_back(block_at(blocks, target));
    if (falls_through) block.successors.push_back(i + 1 < blocks.size() ? i + 1 : kExitBlock);
  }
  PostDominators(blocks).run();
  return blocks;
}

}  // namespace warpscope::exec
