#include "vgpu/exec/analysis/uniform.h"

#include <algorithm>
#include <functional>

#include "vgpu/exec/analysis/liveness.h"
#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/analysis/modifiers.h"

namespace warpscope::exec {
namespace {

bool is_of_lane(const ptx::Operand& operand) {
  return operand.kind == ptx::Operand::Kind::special &&
         (operand.name.starts_with("tid") || operand.name.starts_with("lane"));
}

using BlockMarks = std::vector<bool>;

class Uniform {
 public:
  Uniform(const ptx::Function& function, const std::vector<FlowBlock>& blocks)
      : function_(function),
        blocks_(blocks),
        varies_(function.registers.size(), false),
        definitions_(function.registers.size(), 0),
        is_seen_(blocks.size(), false) {
    for (const ptx::Instruction& instruction : function.body)
      for_each_written(instruction, [&](std::uint32_t index) { ++definitions_[index]; });
    for (std::size_t i = 0; i < varies_.size(); ++i) varies_[i] = definitions_[i] == 0;
  }

  std::vector<bool> run() {
    // A function with more is none whose branches are worth following.
    constexpr std::size_t kMostBlocks = 2000;
    if (blocks_.size() > kMostBlocks) {
      for (std::size_t i = 0; i < varies_.size(); ++i)
        if (definitions_[i] > 1) varies_[i] = true;
    }
    do {
      is_changed_ = false;
      for (const ptx::Instruction& instruction : function_.body) follow(instruction);
      if (!is_changed_ && blocks_.size() <= kMostBlocks) part();
    } while (is_changed_);
    std::vector<bool> result(varies_.size());
    std::transform(varies_.begin(), varies_.end(), result.begin(), std::logical_not<>());
    return result;
  }

 private:
  void set_varies(std::uint32_t index) {
    is_changed_ = is_changed_ || !varies_[index];
    varies_[index] = true;
  }

  bool varies(const ptx::Operand& operand) const {
    if (operand.kind == ptx::Operand::Kind::reg) return varies_[operand.index];
    if (is_of_lane(operand)) return true;
    return std::any_of(operand.elements.begin(), operand.elements.end(),
                       [&](const ptx::Operand& element) { return varies(element); });
  }

  bool result_varies(const ptx::Instruction& instruction) const {
    if (instruction.guard && varies_[instruction.guard->index]) return true;
    const auto& operands = instruction.operands;
    const Meaning& meaning = meaning_of(instruction);
    switch (meaning.lanes) {
      case Lanes::differ:
        return true;
      case Lanes::same:
        return false;
      case Lanes::as_selector:
        return !has_modifier(instruction, "idx") || operands.size() < 3 || varies(operands[2]);
      case Lanes::as_operands:
        break;
    }
    if (meaning.memory == Memory::load && has_modifier(instruction, "local")) return true;
    return std::any_of(operands.begin() + 1, operands.end(),
                       [&](const ptx::Operand& operand) { return varies(operand); });
  }

  void follow(const ptx::Instruction& instruction) {
    if (instruction.operands.empty()) return;
    bool is_known = false, result = false;
    for_each_written(instruction, [&](std::uint32_t index) {
      if (varies_[index]) return;
      if (!is_known) result = result_varies(instruction);
      is_known = true;
      if (result) set_varies(index);
    });
  }

  // Blocks that can be reached from `from`.
  BlockMarks reach(std::uint32_t from) const {
    BlockMarks result(blocks_.size(), false);
    std::vector<std::uint32_t> open;
    const auto visit = [&](std::uint32_t block) {
      if (block == kExitBlock || result[block]) return;
      result[block] = true;
      open.push_back(block);
    };
    visit(from);
    while (!open.empty()) {
      const std::uint32_t block = open.back();
      open.pop_back();
      for (const std::uint32_t next : blocks_[block].successors) visit(next);
    }
    return result;
  }

  // Where lanes part: what is set on one way only and read where the ways have met, and whatever
  // changes in a loop that lanes leave one by one.
  void part() {
    for (std::uint32_t b = 0; b < blocks_.size(); ++b) {
      const FlowBlock& block = blocks_[b];
      if (is_seen_[b] || block.successors.size() < 2 || block.end == block.first) continue;
      const ptx::Instruction& branch = function_.body[block.end - 1];
      if (branch.guard ? !varies_[branch.guard->index]
                       : meaning_of(branch).flow != Flow::branch_by_table)
        continue;
      is_seen_[b] = true;
      const BlockMarks apart = blocks_apart(blocks_, b);
      BlockMarks met(blocks_.size(), true);
      for (const std::uint32_t next : block.successors) {
        const BlockMarks way = reach(next);
        for (std::size_t i = 0; i < way.size(); ++i) met[i] = met[i] && way[i];
      }
      mark(apart, met, apart[b]);
    }
  }

  void mark(const BlockMarks& apart, const BlockMarks& met, bool is_loop) {
    std::vector<bool> is_read(varies_.size(), is_loop);
    if (!is_loop) {
      for (std::size_t i = 0; i < blocks_.size(); ++i) {
        if (!met[i]) continue;
        for (std::uint32_t k = blocks_[i].first; k < blocks_[i].end; ++k)
          for_each_read_register(function_.body[k],
                                 [&](std::uint32_t index) { is_read[index] = true; });
      }
    }
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      if (!apart[i]) continue;
      for (std::uint32_t k = blocks_[i].first; k < blocks_[i].end; ++k)
        for_each_written(function_.body[k], [&](std::uint32_t index) {
          if (definitions_[index] > 1 && is_read[index]) set_varies(index);
        });
    }
  }

  const ptx::Function& function_;
  const std::vector<FlowBlock>& blocks_;
  std::vector<bool> varies_;
  std::vector<std::uint32_t> definitions_;
  std::vector<bool> is_seen_;  // branches that part lanes
  bool is_changed_ = false;
};

}  // namespace

std::vector<bool> uniform_registers(const ptx::Function& function,
                                    const std::vector<FlowBlock>& blocks) {
  return Uniform(function, blocks).run();
}

}  // namespace warpscope::exec
