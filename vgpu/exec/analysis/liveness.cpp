#include "vgpu/exec/analysis/liveness.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/analysis/modifiers.h"

namespace warpscope::exec {
namespace {

// True when the first operand is what the instruction sets.
bool has_destination(const ptx::Instruction& instruction) {
  if (instruction.operands.empty()) return false;
  const ptx::Operand::Kind kind = instruction.operands[0].kind;
  if (kind != ptx::Operand::Kind::reg && kind != ptx::Operand::Kind::vector &&
      kind != ptx::Operand::Kind::pair)
    return false;
  const Sets sets = meaning_of(instruction).sets;
  return sets == Sets::first_if_reducing ? has_modifier(instruction, "red") : sets == Sets::first;
}

template <typename Visit>
void for_each_register(const ptx::Operand& operand, const Visit& visit) {
  if (operand.kind == ptx::Operand::Kind::reg) visit(operand.index);
  for (const ptx::Operand& element : operand.elements) for_each_register(element, visit);
}

template <typename Visit>
void for_each_read(const ptx::Instruction& instruction, const Visit& visit) {
  if (instruction.guard) visit(instruction.guard->index);
  for (std::size_t i = has_destination(instruction) ? 1 : 0; i < instruction.operands.size(); ++i)
    for_each_register(instruction.operands[i], visit);
}

// True for an instruction that ptxas leaves out when nobody reads what it sets.
bool only_sets(const ptx::Instruction& instruction) {
  if (!meaning_of(instruction).is_left_out_unread || !has_destination(instruction)) return false;
  return std::none_of(instruction.modifiers.begin(), instruction.modifiers.end(),
                      [](std::string_view modifier) {
                        return modifier == "volatile" || modifier == "acquire" ||
                               modifier == "mmio" || modifier == "cc";
                      });
}

using Blocks = std::vector<std::uint32_t>;

// Follows each register backwards from the blocks that read what they have not set.
class Unset {
 public:
  Unset(const ptx::Function& function, const std::vector<FlowBlock>& blocks)
      : function_(function),
        blocks_(blocks),
        predecessors_(blocks.size()),
        readers_(function.registers.size()),
        setters_(function.registers.size()) {
    for (std::uint32_t i = 0; i < blocks.size(); ++i) {
      for (const std::uint32_t to : blocks[i].successors) {
        if (to != kExitBlock) predecessors_[to].push_back(i);
      }
      look_at(i);
    }
  }

  std::vector<bool> run() {
    std::vector<bool> result(function_.registers.size(), false);
    Blocks seen(blocks_.size(), 0);  // by block: one more than the register that came by last
    // A function in which this takes long is none that nvcc makes; there all count as unset.
    std::uint64_t steps_left = std::uint64_t{1} << 26;
    for (std::uint32_t index = 0; index < result.size(); ++index) {
      Blocks open;
      const auto visit = [&](std::uint32_t block) {
        if (seen[block] == index + 1) return;
        seen[block] = index + 1;
        open.push_back(block);
      };
      // Setters end the search, unless they read first: those are among the readers.
      for (const std::uint32_t block : readers_[index]) visit(block);
      for (const std::uint32_t block : setters_[index]) seen[block] = index + 1;
      while (!open.empty() && !result[index]) {
        const std::uint32_t block = open.back();
        open.pop_back();
        const std::uint64_t steps = predecessors_[block].size() + 1;
        if (block == 0 || steps > steps_left) result[index] = true;
        steps_left -= std::min(steps, steps_left);
        for (const std::uint32_t from : predecessors_[block]) visit(from);
      }
    }
    return result;
  }

 private:
  void look_at(std::uint32_t block) {
    for (std::uint32_t i = blocks_[block].first; i < blocks_[block].end; ++i) {
      const ptx::Instruction& instruction = function_.body[i];
      const auto is_last = [block](const Blocks& list) {
        return !list.empty() && list.back() == block;
      };
      for_each_read(instruction, [&](std::uint32_t index) {
        if (!is_last(setters_[index]) && !is_last(readers_[index]))
          readers_[index].push_back(block);
      });
      if (instruction.guard || !has_destination(instruction)) continue;
      for_each_register(instruction.operands[0], [&](std::uint32_t index) {
        if (!is_last(setters_[index])) setters_[index].push_back(block);
      });
    }
  }

  const ptx::Function& function_;
  const std::vector<FlowBlock>& blocks_;
  std::vector<Blocks> predecessors_;
  std::vector<Blocks> readers_, setters_;  // by register: blocks, in their order
};

}  // namespace

void for_each_written(const ptx::Instruction& instruction,
                      const std::function<void(std::uint32_t index)>& visit) {
  if (has_destination(instruction)) for_each_register(instruction.operands[0], visit);
}

void for_each_read_register(const ptx::Instruction& instruction,
                            const std::function<void(std::uint32_t index)>& visit) {
  for_each_read(instruction, visit);
}

std::vector<bool> read_registers(const ptx::Function& function) {
  std::vector<bool> is_read(function.registers.size(), false);
  // By register: the instructions that set it and do nothing else.
  std::vector<std::vector<std::uint32_t>> setters(function.registers.size());
  std::vector<std::uint32_t> open;
  const auto read = [&](std::uint32_t index) {
    if (is_read[index]) return;
    is_read[index] = true;
    open.push_back(index);
  };
  std::vector<bool> is_followed(function.body.size(), false);
  for (std::uint32_t i = 0; i < function.body.size(); ++i) {
    const ptx::Instruction& instruction = function.body[i];
    if (only_sets(instruction)) {
      for_each_written(instruction, [&](std::uint32_t index) { setters[index].push_back(i); });
    } else {
      for_each_read(instruction, read);
    }
  }
  while (!open.empty()) {
    const std::vector<std::uint32_t> of_register = std::move(setters[open.back()]);
    open.pop_back();
    for (const std::uint32_t i : of_register) {
      if (is_followed[i]) continue;
      is_followed[i] = true;
      for_each_read(function.body[i], read);
    }
  }
  return is_read;
}

std::vector<bool> used_otherwise_than_stored(const ptx::Function& function) {
  std::vector<bool> is_used(function.registers.size());
  const auto use = [&](std::uint32_t index) { is_used[index] = true; };
  for (const ptx::Instruction& instruction : function.body) {
    if (meaning_of(instruction).memory != Memory::store || instruction.operands.empty()) {
      for_each_read(instruction, use);
      continue;
    }
    if (instruction.guard) use(instruction.guard->index);
    for_each_register(instruction.operands[0], use);  // the address
  }
  return is_used;
}

std::vector<bool> used_otherwise_than_carried(const ptx::Function& function) {
  std::vector<bool> is_used(function.registers.size());
  std::vector<std::uint32_t> open;
  const auto use = [&](std::uint32_t index) {
    if (is_used[index]) return;
    is_used[index] = true;
    open.push_back(index);
  };
  // By register: what its value comes from unchanged.
  std::vector<std::vector<std::uint32_t>> sources(function.registers.size());
  for (const ptx::Instruction& instruction : function.body) {
    const Meaning& meaning = meaning_of(instruction);
    const auto& operands = instruction.operands;
    const bool is_selection = meaning.value == Value::selection && operands.size() == 4;
    const bool is_private =
        has_modifier(instruction, "local") || has_modifier(instruction, "param");
    if (meaning.memory == Memory::store && !is_private && !operands.empty()) {
      for_each_register(operands[0], use);  // the address
    } else if ((meaning.value == Value::copy || is_selection) && has_destination(instruction)) {
      const std::size_t last = is_selection ? 2 : operands.size() - 1;
      for_each_register(operands[0], [&](std::uint32_t to) {
        for (std::size_t i = 1; i <= last; ++i)
          for_each_register(operands[i], [&](std::uint32_t from) { sources[to].push_back(from); });
      });
      if (is_selection) for_each_register(operands[3], use);
    } else {
      for_each_read(instruction, use);
    }
    if (instruction.guard) use(instruction.guard->index);
  }
  while (!open.empty()) {
    const std::vector<std::uint32_t> from = std::move(sources[open.back()]);
    open.pop_back();
    for (const std::uint32_t index : from) use(index);
  }
  return is_used;
}

std::vector<bool> used_otherwise_than_selected(const ptx::Function& function) {
  std::vector<bool> is_used(function.registers.size());
  const auto use = [&](std::uint32_t index) { is_used[index] = true; };
  for (const ptx::Instruction& instruction : function.body) {
    if (meaning_of(instruction).value != Value::selection || instruction.operands.size() != 4) {
      for_each_read(instruction, use);
      continue;
    }
    if (instruction.guard) use(instruction.guard->index);
    for_each_register(instruction.operands[3], use);
  }
  return is_used;
}

std::vector<bool> unread_loads(const ptx::Function& function, const std::vector<bool>& is_read) {
  std::vector<bool> result(function.body.size(), false);
  for (std::size_t i = 0; i < function.body.size(); ++i) {
    const ptx::Instruction& instruction = function.body[i];
    const Memory memory = meaning_of(instruction).memory;
    if ((memory != Memory::load && memory != Memory::load_of_constants) || !only_sets(instruction))
      continue;
    bool is_any_read = false;
    for_each_written(instruction,
                     [&](std::uint32_t index) { is_any_read = is_any_read || is_read[index]; });
    result[i] = !is_any_read;
  }
  return result;
}

std::vector<bool> unset_registers(const ptx::Function& function,
                                  const std::vector<FlowBlock>& blocks) {
  return Unset(function, blocks).run();
}

}  // namespace warpscope::exec
