#include "vgpu/exec/analysis/closed_loops.h"

#include <algorithm>
#include <optional>

#include "vgpu/exec/analysis/liveness.h"
#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/analysis/modifiers.h"
#include "vgpu/exec/analysis/value_sources.h"

namespace warpscope::exec {
namespace {

/// By block: which others can be reached from it.
std::vector<std::vector<bool>> reached_from(const std::vector<FlowBlock>& blocks) {
  std::vector<std::vector<bool>> reached(blocks.size(), std::vector<bool>(blocks.size()));
  for (std::uint32_t from = 0; from < blocks.size(); ++from) {
    std::vector<std::uint32_t> open{from};
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      for (const std::uint32_t to : blocks[at].successors) {
        if (to == kExitBlock || reached[from][to]) continue;
        reached[from][to] = true;
        open.push_back(to);
      }
    }
  }
  return reached;
}

bool is_constant_special(const ptx::Operand& operand) {
  return (source_of_special(operand.name) & ValueSource::kUnknown) == 0;
}

bool are_constant(const std::vector<ptx::Operand>& operands) {
  return std::all_of(operands.begin(), operands.end(), [](const ptx::Operand& operand) {
    return (operand.kind != ptx::Operand::Kind::special || is_constant_special(operand)) &&
           are_constant(operand.elements);
  });
}

/// What it sets depends on the registers that it reads alone.
bool is_settled(const ptx::Instruction& instruction) {
  const Meaning& meaning = meaning_of(instruction);
  if (meaning.memory == Memory::load) return has_modifier(instruction, "param");
  return meaning.is_pure && meaning.memory == Memory::none && meaning.gathers == Gathers::nobody &&
         are_constant(instruction.operands);
}

class Deciding {
 public:
  Deciding(const ptx::Function& function, const std::vector<FlowBlock>& blocks,
           const std::vector<std::uint32_t>& loop)
      : function_(function), blocks_(blocks), loop_(loop), is_inside_(blocks.size()) {
    for (const std::uint32_t block : loop) is_inside_[block] = true;
  }

  /// The registers that decide; nothing where anything else does.
  std::optional<std::vector<std::uint32_t>> find() {
    decides_.assign(function_.registers.size(), false);
    do {
      is_changed_ = false;
      for (const std::uint32_t block : loop_)
        if (!take(block)) return std::nullopt;
    } while (is_changed_);
    std::vector<std::uint32_t> result;
    for (std::uint32_t i = 0; i < decides_.size(); ++i)
      if (decides_[i]) result.push_back(i);
    return result;
  }

 private:
  void add_read(const ptx::Instruction& instruction) {
    for_each_read_register(instruction, [&](std::uint32_t reg) {
      is_changed_ = is_changed_ || !decides_[reg];
      decides_[reg] = true;
    });
  }
  bool sets_deciding(const ptx::Instruction& instruction) const {
    bool result = false;
    for_each_written(instruction, [&](std::uint32_t reg) { result = result || decides_[reg]; });
    return result;
  }

  bool may_leave(std::uint32_t block) const {
    const auto& next = blocks_[block].successors;
    const bool is_left = std::any_of(next.begin(), next.end(), [&](std::uint32_t to) {
      return to == kExitBlock || !is_inside_[to];
    });
    for (std::uint32_t i = blocks_[block].first; i < blocks_[block].end && !is_left; ++i) {
      const Flow flow = meaning_of(function_.body[i]).flow;
      if (flow != Flow::next && flow != Flow::branch && flow != Flow::branch_by_table) return true;
    }
    return is_left;
  }

  bool sets_any(std::uint32_t block) const {
    for (std::uint32_t i = blocks_[block].first; i < blocks_[block].end; ++i)
      if (sets_deciding(function_.body[i])) return true;
    return false;
  }

  /// Whether it matters which way lanes take at the block's end: up to where the ways meet again,
  /// one of them leaves or sets what decides.
  bool parts_in_earnest(std::uint32_t block) const {
    if (blocks_[block].successors.size() < 2) return false;
    const std::uint32_t meeting = blocks_[block].post_dominator;
    if (may_leave(block) || meeting == kExitBlock || !is_inside_[meeting]) return true;
    std::vector<bool> seen(blocks_.size());
    seen[meeting] = true;
    std::vector<std::uint32_t> open{block};
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      if (at != block && (may_leave(at) || sets_any(at))) return true;
      for (const std::uint32_t to : blocks_[at].successors) {
        if (to == kExitBlock) return true;
        if (to == block && sets_any(block)) return true;
        if (seen[to]) continue;
        seen[to] = true;
        open.push_back(to);
      }
    }
    return false;
  }

  /// False where something else than registers decides, or a function is called.
  bool take(std::uint32_t block) {
    const bool is_earnest = parts_in_earnest(block) || may_leave(block);
    for (std::uint32_t i = blocks_[block].first; i < blocks_[block].end; ++i) {
      const ptx::Instruction& instruction = function_.body[i];
      const Flow flow = meaning_of(instruction).flow;
      if (flow == Flow::call || flow == Flow::breakpoint) return false;
      if (flow != Flow::next && is_earnest) add_read(instruction);
      if (!sets_deciding(instruction)) continue;
      if (!is_settled(instruction)) return false;
      add_read(instruction);
    }
    return true;
  }

  const ptx::Function& function_;
  const std::vector<FlowBlock>& blocks_;
  const std::vector<std::uint32_t>& loop_;
  std::vector<bool> is_inside_, decides_;
  bool is_changed_ = false;
};

}  // namespace

std::vector<ClosedLoop> closed_loops(const ptx::Function& function,
                                     const std::vector<FlowBlock>& blocks) {
  constexpr std::size_t kMostBlocks = 2000;  // the table below has a bit for each pair
  if (blocks.size() > kMostBlocks) return {};
  const auto reached = reached_from(blocks);
  std::vector<bool> is_taken(blocks.size());
  std::vector<ClosedLoop> result;
  for (std::uint32_t i = 0; i < blocks.size(); ++i) {
    if (is_taken[i] || !reached[i][i]) continue;
    ClosedLoop loop;
    for (std::uint32_t k = i; k < blocks.size(); ++k) {
      if (!reached[i][k] || !reached[k][i]) continue;
      is_taken[k] = true;
      loop.blocks.push_back(k);
    }
    if (auto registers = Deciding(function, blocks, loop.blocks).find()) {
      loop.registers = std::move(*registers);
      result.push_back(std::move(loop));
    }
  }
  return result;
}

}  // namespace warpscope::exec
