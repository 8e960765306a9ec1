#include "vgpu/exec/checks/value_flow.h"

#include <algorithm>
#include <optional>

#include "vgpu/exec/analysis/liveness.h"
#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/analysis/modifiers.h"
#include "vgpu/exec/analysis/value_sources.h"

namespace warpscope::exec::checks {

const ptx::Operand* base_of(const ptx::Operand& operand) {
  const bool is_register = operand.kind == ptx::Operand::Kind::address &&
                           operand.elements.size() == 1 &&
                           operand.elements[0].kind == ptx::Operand::Kind::reg;
  return is_register ? operand.elements.data() : nullptr;
}

std::vector<std::uint32_t> ValueFlow::sources_of(std::uint32_t instruction, Sources which) const {
  std::vector<std::uint32_t> sources;
  const LoweredFunction& of = kernel_.function_of(instruction);
  const auto& body = of.function->body;
  std::vector<std::vector<std::uint32_t>> setters(of.function->registers.size());
  for (std::uint32_t i = 0; i < body.size(); ++i)
    for_each_written(body[i], [&](std::uint32_t index) { setters.at(index).push_back(i); });
  std::vector<bool> is_seen(setters.size());
  std::vector<std::uint32_t> open;
  const auto visit = [&](std::uint32_t index) {
    if (!is_seen.at(index)) open.push_back(index);
    is_seen.at(index) = true;
  };
  // What is computed, or the address of a store, is the first operand.
  const auto& operands = kernel_.instruction(instruction).operands;
  for (std::size_t i = 1; i < operands.size(); ++i) {
    if (operands[i].kind == ptx::Operand::Kind::reg) visit(operands[i].index);
    for (const ptx::Operand& element : operands[i].elements) {
      if (element.kind == ptx::Operand::Kind::reg) visit(element.index);
    }
  }
  while (!open.empty()) {
    const std::uint32_t index = open.back();
    open.pop_back();
    for (const std::uint32_t setter : setters[index]) {
      const Meaning& meaning = meaning_of(body[setter]);
      const bool is_source = meaning.memory == Memory::load ||
                             (which != Sources::loads && meaning.memory == Memory::atomic);
      if (is_source) {
        sources.push_back(of.first_instruction + setter);
      } else if (meaning.memory == Memory::none && meaning.value != Value::selection) {
        for_each_read_register(body[setter], visit);
      }
    }
  }
  std::sort(sources.begin(), sources.end());
  return sources;
}

const std::vector<std::uint32_t>& ValueFlow::loads_in(std::uint32_t instruction) {
  const auto [found, is_new] = loads_.try_emplace(instruction);
  if (is_new) found->second = sources_of(instruction, Sources::loads);
  return found->second;
}

const std::vector<std::uint32_t>& ValueFlow::loads_of_same_place(std::uint32_t store) {
  const auto [found, is_new] = same_place_.try_emplace(store);
  if (!is_new) return found->second;
  for (const std::uint32_t load : loads_in(store)) {
    const auto base = common_base(store, load);
    if (base && is_set_once(store, *base)) found->second.push_back(load);
  }
  return found->second;
}

bool ValueFlow::is_set_once(std::uint32_t instruction, std::uint32_t index) const {
  std::size_t setters = 0;
  for (const ptx::Instruction& each : kernel_.function_of(instruction).function->body)
    for_each_written(each, [&](std::uint32_t written) { setters += written == index ? 1 : 0; });
  return setters == 1;
}

std::optional<std::uint32_t> ValueFlow::common_base(std::uint32_t store, std::uint32_t load) const {
  const auto& to = kernel_.instruction(store).operands;
  const auto& from = kernel_.instruction(load).operands;
  const ptx::Operand* base = to.empty() ? nullptr : base_of(to[0]);
  const ptx::Operand* other = from.size() < 2 ? nullptr : base_of(from[1]);
  if (base == nullptr || other == nullptr || base->index != other->index ||
      to[0].bits != from[1].bits)
    return std::nullopt;
  return base->index;
}

bool ValueFlow::stores_back(std::uint32_t store, std::uint32_t load) {
  const auto holds = [&](const std::vector<std::uint32_t>& loads) {
    return std::find(loads.begin(), loads.end(), load) != loads.end();
  };
  if (holds(loads_of_same_place(store))) return true;
  if (load >= store || !holds(loads_in(store))) return false;
  const auto base = common_base(store, load);
  if (!base) return false;
  bool is_set = false;
  for (std::uint32_t i = load; i < store && !is_set; ++i) {
    const ptx::Instruction& between = kernel_.instruction(i);
    if (ends_block(between)) return false;
    for_each_written(between, [&](std::uint32_t index) { is_set = is_set || index == *base; });
  }
  return !is_set;
}

bool ValueFlow::decides_on_place(std::uint32_t store, std::uint32_t load) {
  if (&kernel_.function_of(store) != &kernel_.function_of(load)) return false;
  const auto base = common_base(store, load);
  if (!base) return false;
  return is_set_once(store, *base) && comparisons_of(load).any;
}

ValueFlow::AddressParts ValueFlow::parts_of(std::uint32_t instruction,
                                            std::vector<std::uint32_t> registers,
                                            bool follows_loads) const {
  const ptx::Function& of = *kernel_.function_of(instruction).function;
  AddressParts parts;
  std::vector<bool> is_seen(of.registers.size());
  for (const std::uint32_t index : registers) is_seen.at(index) = true;
  const auto note = [&](const ptx::Operand& operand) {
    if (operand.kind != ptx::Operand::Kind::special) return;
    const std::uint32_t source = source_of_special(operand.name);
    parts.thread = parts.thread || (source & ValueSource::kThread) != 0;
    parts.block = parts.block || (source & ValueSource::kBlock) != 0;
    parts.other = parts.other || (source & ValueSource::kUnknown) != 0;
  };
  while (!registers.empty()) {
    const std::uint32_t index = registers.back();
    registers.pop_back();
    for (const ptx::Instruction& each : of.body) {
      bool is_setter = false;
      for_each_written(each, [&](std::uint32_t written) { is_setter |= written == index; });
      if (!is_setter) continue;
      for (const ptx::Operand& operand : each.operands) note(operand);
      const Memory memory = meaning_of(each).memory;
      if (memory != Memory::none && !has_modifier(each, "param")) {
        parts.other = true;
        if (!follows_loads) continue;
      }
      for_each_read_register(each, [&](std::uint32_t read) {
        if (!is_seen.at(read)) registers.push_back(read);
        is_seen.at(read) = true;
      });
    }
  }
  return parts;
}

ValueFlow::AddressParts ValueFlow::address_parts(std::uint32_t access) {
  const ptx::Instruction& instruction = kernel_.instruction(access);
  std::vector<std::uint32_t> registers;
  for (const ptx::Operand& operand : instruction.operands) {
    if (operand.kind != ptx::Operand::Kind::address) continue;
    for (const ptx::Operand& element : operand.elements) {
      if (element.kind == ptx::Operand::Kind::reg) registers.push_back(element.index);
    }
  }
  // Of a function that the kernel calls, the arguments are not known here.
  if (&kernel_.function_of(access) != &kernel_.functions.front()) return {false, false, true};
  return parts_of(access, std::move(registers), false);
}

ValueFlow::AddressParts ValueFlow::value_parts(std::uint32_t store) const {
  std::vector<std::uint32_t> registers;
  const auto& operands = kernel_.instruction(store).operands;
  for (std::size_t i = 1; i < operands.size(); ++i) {
    if (operands[i].kind == ptx::Operand::Kind::reg) registers.push_back(operands[i].index);
    for (const ptx::Operand& element : operands[i].elements) {
      if (element.kind == ptx::Operand::Kind::reg) registers.push_back(element.index);
    }
  }
  return parts_of(store, std::move(registers), true);
}

bool ValueFlow::stores_what_block_gives(std::uint32_t store) { return value_parts(store).block; }

bool ValueFlow::stores_the_same_for_all(std::uint32_t store) {
  const auto [found, is_new] = same_for_all_.try_emplace(store, false);
  if (!is_new) return found->second;
  const AddressParts place = address_parts(store);
  return found->second = !place.thread && !place.other && !value_parts(store).thread;
}

ValueFlow::Comparisons ValueFlow::comparisons_of(std::uint32_t access) {
  const LoweredFunction& entry = kernel_.functions.front();
  if (&kernel_.function_of(access) != &entry) return {};
  const auto& body = entry.function->body;
  for (std::uint32_t i = 0; i < body.size() && !has_compared_; ++i) {
    if (meaning_of(body[i]).value != Value::comparison) continue;
    const bool is_equality = has_modifier(body[i], "eq") || has_modifier(body[i], "ne");
    for (const std::uint32_t source :
         sources_of(entry.first_instruction + i, Sources::loads_and_atomics)) {
      Comparisons& of = compared_[source];
      of.any = true;
      of.for_equality = of.for_equality || is_equality;
    }
  }
  has_compared_ = true;
  const auto found = compared_.find(access);
  Comparisons result = found == compared_.end() ? Comparisons{} : found->second;
  result.is_known = true;
  return result;
}

const std::vector<FlowBlock>& ValueFlow::blocks_of(const LoweredFunction& function) {
  std::vector<FlowBlock>& blocks = blocks_[function.first_instruction];
  if (blocks.empty()) blocks = control_flow(*function.function);
  return blocks;
}

bool ValueFlow::is_behind(std::uint32_t instruction, std::uint32_t first) {
  const auto [found, is_new] = is_behind_.try_emplace({instruction, first}, false);
  if (!is_new) return found->second;
  const LoweredFunction& of = kernel_.function_of(first);
  if (&of != &kernel_.function_of(instruction)) return false;
  const std::vector<FlowBlock>& blocks = blocks_of(of);
  const auto block_of = [&](std::uint32_t number) {
    const std::uint32_t index = number - of.first_instruction;
    const auto at = std::find_if(blocks.begin(), blocks.end(), [&](const FlowBlock& block) {
      return block.first <= index && index < block.end;
    });
    return static_cast<std::uint32_t>(at - blocks.begin());
  };
  const std::uint32_t from = block_of(first), to = block_of(instruction);
  if (from == to && first < instruction) return found->second = true;
  std::vector<bool> is_seen(blocks.size());
  std::vector<std::uint32_t> open{from};
  while (!open.empty() && !found->second) {
    const std::uint32_t block = open.back();
    open.pop_back();
    for (const std::uint32_t next : blocks.at(block).successors) {
      if (next == kExitBlock) continue;
      if (next == to) found->second = true;
      if (!is_seen[next]) open.push_back(next);
      is_seen[next] = true;
    }
  }
  return found->second;
}

}  // namespace warpscope::exec::checks
