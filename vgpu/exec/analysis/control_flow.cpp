#include "vgpu/exec/analysis/control_flow.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>

#include "vgpu/exec/analysis/meaning.h"

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
  const Flow flow = meaning_of(instruction).flow;
  if (flow == Flow::branch) {
    if (!instruction.operands.empty())
      targets.push_back(label_target(function, instruction.operands[0].name));
  } else if (flow == Flow::branch_by_table && instruction.operands.size() >= 2) {
    const auto table = function.branch_targets.find(instruction.operands[1].name);
    if (table != function.branch_targets.end()) {
      for (const std::string_view label : table->second)
        targets.push_back(label_target(function, label));
    }
  }
  return targets;
}

constexpr std::uint32_t kNone = 0xfffffffe;  // no path leads to the exit

// Immediate post-dominators of a graph given by its successors: kExitBlock, or kNone for a block
// from which no path leads to the exit.
class PostDominators {
 public:
  using Graph = std::vector<std::vector<std::uint32_t>>;

  explicit PostDominators(const Graph& successors)
      : successors_(successors), exit_(static_cast<std::uint32_t>(successors.size())) {}

  std::vector<std::uint32_t> run() {
    number_from_exit();
    std::vector<std::uint32_t> idom(successors_.size() + 1, kNone);
    idom[exit_] = exit_;
    bool changed = true;
    while (changed) {
      changed = false;
      for (auto node = order_.rbegin(); node != order_.rend(); ++node) {
        if (*node == exit_) continue;
        std::uint32_t best = kNone;
        for (const std::uint32_t successor : successors_[*node]) {
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
    idom.pop_back();
    for (std::uint32_t& node : idom) {
      if (node == exit_) node = kExitBlock;
    }
    return idom;
  }

 private:
  // Post-order of the reversed graph from the exit, without recursion (bodies can be long). A block
  // comes after the blocks that it leads to, as far as cycles allow, so that run() converges
  // quickly.
  void number_from_exit() {
    std::vector<std::vector<std::uint32_t>> predecessors(successors_.size() + 1);
    for (std::uint32_t i = 0; i < successors_.size(); ++i) {
      for (const std::uint32_t successor : successors_[i]) {
        predecessors[successor == kExitBlock ? exit_ : successor].push_back(i);
      }
    }
    number_.assign(successors_.size() + 1, kNone);
    std::vector<bool> seen(successors_.size() + 1, false);
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

  const Graph& successors_;
  std::uint32_t exit_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> number_;
};

// Where lanes of a branch reconverge when those that exit early are left out of account.
class ReconvergencePoints {
 public:
  ReconvergencePoints(const ptx::Function& function, std::vector<FlowBlock>& blocks)
      : function_(function), blocks_(blocks) {}

  void run() {
    for (FlowBlock& block : blocks_) block.reconvergence = block.post_dominator;
    const PostDominators::Graph graph = without_early_exits();
    const std::vector<std::uint32_t> idom = PostDominators(graph).run();
    std::vector<std::uint32_t> corrected;
    for (std::uint32_t i = 0; i < blocks_.size(); ++i) {
      const auto goes_on = [&](std::uint32_t to) { return to == kExitBlock || idom[to] != kNone; };
      const bool can_reconverge =
          graph[i].size() > 1 && goes_on(graph[i][0]) && goes_on(graph[i][1]);
      if (reconverges_only_at_exit(i) && can_reconverge && idom[i] != kExitBlock &&
          !is_bare_exit(idom[i]))
        corrected.push_back(i);
    }
    // A thread that branches to a kernel's bare return leaves there, and no barrier waits for it;
    // ptxas makes it a predicated EXIT. Lanes of a function come together before they return.
    if (corrected.empty() && !function_.is_entry) return;
    // Inside such a region a branch with one way out keeps to the region's reconvergence point.
    for (std::uint32_t i = 0; i < blocks_.size(); ++i) {
      if (reconverges_only_at_exit(i)) blocks_[i].reconvergence = kExitBlock;
    }
    for (const std::uint32_t i : corrected) blocks_[i].reconvergence = idom[i];
  }

 private:
  // A block that only returns: to branch there is to exit.
  bool is_bare_exit(std::uint32_t block) const {
    if (block == kExitBlock) return true;
    const ptx::Instruction& first = function_.body[blocks_[block].first];
    const Flow flow = meaning_of(first).flow;
    return (flow == Flow::leave || flow == Flow::exit) && !first.guard;
  }
  bool reconverges_only_at_exit(std::uint32_t block) const {
    return is_bare_exit(blocks_[block].post_dominator);
  }

  // Of all the ways to the exit only that of the last block that returns remains.
  PostDominators::Graph without_early_exits() const {
    const auto size = static_cast<std::uint32_t>(blocks_.size());
    std::uint32_t last = size;
    for (std::uint32_t i = 0; i < size; ++i) {
      const bool is_trap = meaning_of(function_.body[blocks_[i].end - 1]).flow == Flow::trap;
      for (const std::uint32_t to : blocks_[i].successors) {
        if (is_bare_exit(to) && !is_bare_exit(i) && !is_trap) last = i;
      }
    }
    PostDominators::Graph graph(size);
    for (std::uint32_t i = 0; i < size; ++i) {
      for (const std::uint32_t to : blocks_[i].successors) {
        if (is_bare_exit(to)) {
          if (i == last) graph[i].push_back(kExitBlock);
        } else {
          graph[i].push_back(to);
        }
      }
    }
    return graph;
  }

  const ptx::Function& function_;
  std::vector<FlowBlock>& blocks_;
};

}  // namespace

bool ends_block(const ptx::Instruction& instruction) {
  const Flow flow = meaning_of(instruction).flow;
  return flow != Flow::next && flow != Flow::call && flow != Flow::breakpoint;
}

std::vector<bool> blocks_apart(const std::vector<FlowBlock>& blocks, std::uint32_t branch) {
  std::vector<bool> apart(blocks.size(), false);
  std::vector<std::uint32_t> open = blocks[branch].successors;
  while (!open.empty()) {
    const std::uint32_t next = open.back();
    open.pop_back();
    if (next == kExitBlock || next == blocks[branch].post_dominator || apart[next]) continue;
    apart[next] = true;
    open.insert(open.end(), blocks[next].successors.begin(), blocks[next].successors.end());
  }
  return apart;
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
    const Flow flow = meaning_of(last).flow;
    const bool exits = flow == Flow::leave || flow == Flow::exit || flow == Flow::trap;
    if (exits) block.successors.push_back(kExitBlock);
    for (const std::uint32_t target : branch_targets(function, last))
      block.successors.push_back(block_at(blocks, target));
    if (falls_through) block.successors.push_back(i + 1 < blocks.size() ? i + 1 : kExitBlock);
  }
  PostDominators::Graph graph;
  graph.reserve(blocks.size());
  for (const FlowBlock& block : blocks) graph.push_back(block.successors);
  const std::vector<std::uint32_t> idom = PostDominators(graph).run();
  for (std::size_t i = 0; i < blocks.size(); ++i)
    blocks[i].post_dominator = idom[i] == kNone ? kExitBlock : idom[i];
  ReconvergencePoints(function, blocks).run();
  return blocks;
}

std::vector<std::uint32_t> endless_blocks(const ptx::Function& function,
                                          const std::vector<FlowBlock>& blocks) {
  const auto may_end = [&](const FlowBlock& block) {
    for (std::uint32_t i = block.first; i < block.end; ++i) {
      // What is called may exit or trap.
      const Flow flow = meaning_of(function.body[i]).flow;
      if (flow != Flow::next && flow != Flow::branch && flow != Flow::branch_by_table) return true;
    }
    return std::find(block.successors.begin(), block.successors.end(), kExitBlock) !=
           block.successors.end();
  };
  std::vector<bool> ends(blocks.size());
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (std::size_t i = blocks.size(); i-- > 0;) {
      if (ends[i]) continue;
      ends[i] = may_end(blocks[i]) ||
                std::any_of(blocks[i].successors.begin(), blocks[i].successors.end(),
                            [&](std::uint32_t to) { return to != kExitBlock && ends[to]; });
      is_changed = is_changed || ends[i];
    }
  }
  std::vector<std::uint32_t> result;
  for (std::uint32_t i = 0; i < blocks.size(); ++i)
    if (!ends[i]) result.push_back(i);
  return result;
}

}  // namespace warpscope::exec
