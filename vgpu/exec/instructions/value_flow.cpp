#include "vgpu/exec/instructions/value_flow.h"

#include <algorithm>
#include <bit>

#include "vgpu/exec/analysis/liveness.h"
#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/analysis/modifiers.h"
#include "vgpu/exec/analysis/undefined_registers.h"
#include "vgpu/exec/machine/block.h"

namespace warpscope::exec::value_flow {
namespace {

using Rule = ValueFlow::Rule;
using Value = UndefinedValues::Value;
using Computed = exec::Value;

bool is_shuffle(const ptx::Instruction& instruction) {
  return meaning_of(instruction).lanes == Lanes::as_selector;
}

Value value_of(const WarpContext& c, std::uint32_t index) {
  if (index == ValueFlow::kNoRegister) return {};
  return c.block->undefined->at(c.warp_index, c.frame, index);
}

// Of all that the instruction reads.
Value united(const WarpContext& c, const ValueFlow& flow) {
  Value result;
  for (const std::uint32_t index : flow.reads) {
    const Value value = value_of(c, index).among(c.active);
    result.origin = result.origin_with(value);
    result.lanes |= value.lanes;
    result.partial |= value.partial;
    result.computed |= value.computed;
  }
  return result;
}

std::uint32_t holds(WarpContext& c, const ValueFlow& flow, std::size_t which) {
  const std::uint32_t mask = c.predicate(flow.predicates[which]);
  return flow.is_negated[which] ? ~mask : mask;
}

/// Lanes that add nothing to the other operand, so that the sum is a copy of it.
std::uint32_t adding_nothing(WarpContext& c, const ValueFlow& flow) {
  std::uint32_t lanes = 0;
  for (std::size_t i = 0; i < 2; ++i)
    if (flow.predicates[i] != kNoSlot) lanes |= holds(c, flow, i);
  return lanes;
}

Value result_of(WarpContext& c, const ValueFlow& flow, std::uint32_t instruction) {
  Value all = united(c, flow);
  if (all.is_plain()) return all;
  if (all.is_unset()) {
    if (flow.is_decision) return {};
    if (flow.is_computing) {
      all.computed |= all.lanes & ~adding_nothing(c, flow);
      if (all.computed != 0 && all.origin == UndefinedValues::kUnset) all.origin |= instruction + 1;
    }
  }
  switch (flow.rule) {
    case Rule::selects: {
      const std::uint32_t first = holds(c, flow, 0);
      const Value one = value_of(c, flow.reads[0]), other = value_of(c, flow.reads[1]),
                  condition = value_of(c, flow.reads[2]);
      return Value{(one.lanes & first) | (other.lanes & ~first) | condition.lanes, all.origin,
                   (one.partial & first) | (other.partial & ~first) | condition.partial,
                   (one.computed & first) | (other.computed & ~first)}
          .among(c.active);
    }
    case Rule::all_of:
    case Rule::any_of: {
      // A value that is known decides alone when it is false, or true.
      const std::uint32_t deciding = flow.rule == Rule::all_of ? 0 : ~std::uint32_t{0};
      const Value one = value_of(c, flow.reads[0]), other = value_of(c, flow.reads[1]);
      const std::uint32_t one_open = one.lanes | (holds(c, flow, 0) ^ deciding),
                          other_open = other.lanes | (holds(c, flow, 1) ^ deciding);
      return Value{(one.lanes & other_open) | (other.lanes & one_open), all.origin,
                   (one.partial & other_open) | (other.partial & one_open)}
          .among(c.active);
    }
    case Rule::defines:
    case Rule::uses:
      return {};
    case Rule::passes:
    case Rule::shuffles:
      break;
  }
  return all;
}

struct FollowForm {
  std::size_t flow;  ///< index in Kernel::value_flows
};

/// Of what is used the lanes that count: of registers that nobody has set those whose value is
/// stored, computed with by this thread or by the memory itself.
Value counting(const WarpContext& c, const ValueFlow& flow, const Value& used,
               std::uint32_t instruction) {
  if (!used.is_unset()) return used;
  Value result;
  result.partial = used.partial;
  for (const std::uint32_t index : flow.stored) {
    Value value = value_of(c, index).among(c.active);
    if (value.lanes == 0 || !value.is_unset()) continue;
    if (flow.is_computing) {
      value.computed = value.lanes;
      if (value.origin == UndefinedValues::kUnset) value.origin |= instruction + 1;
    }
    if (value.computed == 0) continue;
    result.lanes |= value.computed;
    result.origin = value.origin;
  }
  return result;
}

void tell_of_use(WarpContext& c, const Value& used) {
  const std::uint32_t number =
      used.is_unset() ? (used.origin & ~UndefinedValues::kUnset) - 1 : used.origin;
  c.block->observers.tell(UndefinedUse{{c.warp_index, used.lanes}, number, used.is_unset()});
  c.block->undefined->forget(c.warp_index, used.origin);
}

const Operation* follow(WarpContext& c, const Operation* op) {
  UndefinedValues* undefined = c.block->undefined.get();
  if (undefined == nullptr || !undefined->has_any(c.warp_index)) return op + 1;
  const ValueFlow& flow = c.block->kernel->value_flows[op->form<FollowForm>().flow];
  if (flow.rule == Rule::uses) {
    const Value used = counting(c, flow, united(c, flow), op->instruction);
    if (used.lanes != 0) tell_of_use(c, used);
    if (used.partial != 0)
      c.block->observers.tell(PartialUse{{c.warp_index, used.partial}, op->instruction});
  }
  const Value result = result_of(c, flow, op->instruction);
  for (const std::uint32_t index : flow.writes)
    undefined->set(c.warp_index, c.frame, index, c.active, result);
  return op + 1;
}

std::uint32_t index_of(const ptx::Operand& operand) {
  return operand.kind == ptx::Operand::Kind::reg ? operand.index : ValueFlow::kNoRegister;
}

// What only this thread's own local memory or a call keeps is not followed.
bool uses_values(const ptx::Instruction& instruction) {
  switch (meaning_of(instruction).memory) {
    case Memory::store:
      return !has_modifier(instruction, "local") && !has_modifier(instruction, "param");
    case Memory::load:
    case Memory::load_of_constants:
    case Memory::atomic:
    case Memory::reduction:
    case Memory::copy:
    case Memory::image_load:
    case Memory::image_store:
      return true;
    default:
      return false;
  }
}

void set_predicates(Builder& builder, ValueFlow& flow, std::initializer_list<std::size_t> which) {
  std::size_t k = 0;
  for (const std::size_t index : which) {
    flow.predicates[k] = builder.predicate_source(builder.operand(index), flow.is_negated[k]);
    ++k;
  }
}

/// It computes: what comes of a register that nobody has set is more than a copy of it.
bool computes(const ptx::Instruction& instruction) {
  const Meaning& meaning = meaning_of(instruction);
  switch (meaning.memory) {
    case Memory::atomic:
    case Memory::reduction:
      return !has_modifier(instruction, "exch") && !has_modifier(instruction, "cas");
    case Memory::none:
      break;
    default:
      return false;
  }
  switch (meaning.value) {
    case Computed::sum:
    case Computed::difference:
    case Computed::product:
    case Computed::product_sum:
    case Computed::smaller:
    case Computed::larger:
    case Computed::quotient:
      return true;
    case Computed::other:  // roots, powers; words of bits may be put together of parts
      return instruction.opcode != "slct" &&
             (has_modifier(instruction, "f32") || has_modifier(instruction, "f64"));
    default:
      return false;
  }
}

/// Registers whose values the instruction stores or gives to an atomic, not those of its address.
std::vector<std::uint32_t> stored_by(const ptx::Instruction& instruction) {
  const Memory memory = meaning_of(instruction).memory;
  const bool gives_first = memory == Memory::atomic;  // the old value
  if (!gives_first && memory != Memory::store && memory != Memory::reduction) return {};
  std::vector<std::uint32_t> stored;
  for (std::size_t i = gives_first ? 2 : 1; i < instruction.operands.size(); ++i) {
    const ptx::Operand& operand = instruction.operands[i];
    if (operand.kind == ptx::Operand::Kind::reg) stored.push_back(operand.index);
    if (operand.kind != ptx::Operand::Kind::vector) continue;
    for (const ptx::Operand& element : operand.elements)
      if (element.kind == ptx::Operand::Kind::reg) stored.push_back(element.index);
  }
  return stored;
}

bool is_zero(const ptx::Operand& operand) {
  return operand.kind == ptx::Operand::Kind::integer && operand.bits == 0;
}

bool writes(const ptx::Instruction& instruction, std::uint32_t index) {
  bool is_written = false;
  for_each_written(instruction, [&](std::uint32_t each) { is_written |= each == index; });
  return is_written;
}

/// The selection that gave the register its value on the only way to the instruction `at`, when one
/// of its two is 0 and its predicate still the same; otherwise null.
const ptx::Instruction* selection_of_zero(const ptx::Function& function, std::uint32_t at,
                                          std::uint32_t index) {
  std::uint32_t first = 0;
  for (const auto& [name, place] : function.labels)
    if (place <= at) first = std::max(first, place);
  for (std::uint32_t i = at; i-- > first;) {
    const ptx::Instruction& instruction = function.body[i];
    if (!writes(instruction, index)) continue;
    const auto& operands = instruction.operands;
    if (instruction.guard || meaning_of(instruction).value != Computed::selection ||
        operands.size() != 4 || operands[3].kind != ptx::Operand::Kind::reg ||
        is_zero(operands[1]) == is_zero(operands[2]))
      return nullptr;
    for (std::uint32_t later = i + 1; later < at; ++later)
      if (writes(function.body[later], operands[3].index)) return nullptr;
    return &instruction;
  }
  return nullptr;
}

/// `if (p) x += v;` becomes x + (p ? v : 0), which is a copy of x where p does not hold. Of floats
/// that is not the same, so compilers leave the branch, or select the sum.
void note_added_zeros(Builder& builder, ValueFlow& flow) {
  const ptx::Instruction& sum = builder.instruction();
  const Computed computed = meaning_of(sum).value;
  if ((computed != Computed::sum && computed != Computed::difference) || sum.operands.size() != 3)
    return;
  const std::vector<ptx::Instruction>& body = builder.function().body;
  const auto found = std::find_if(body.begin(), body.end(),
                                  [&](const ptx::Instruction& each) { return &each == &sum; });
  if (found == body.end()) return;
  const auto at = static_cast<std::uint32_t>(found - body.begin());
  for (std::size_t i = computed == Computed::sum ? 1 : 2; i < 3; ++i) {
    const std::uint32_t index = index_of(sum.operands[i]);
    if (index == ValueFlow::kNoRegister) continue;
    const ptx::Instruction* selection = selection_of_zero(builder.function(), at, index);
    if (selection == nullptr) continue;
    bool& is_negated = flow.is_negated[i - 1];
    flow.predicates[i - 1] = builder.predicate_source(selection->operands[3], is_negated);
    if (is_zero(selection->operands[2])) is_negated = !is_negated;
  }
}

ValueFlow flow_of(Builder& builder) {
  const ptx::Instruction& instruction = builder.instruction();
  ValueFlow flow;
  flow.stored = stored_by(instruction);
  flow.is_computing = computes(instruction);
  for_each_written(instruction, [&](std::uint32_t index) { flow.writes.push_back(index); });
  const std::size_t operands = instruction.operands.size();
  const bool is_logic = has_modifier(instruction, "pred") && operands == 3;
  const Computed computed = meaning_of(instruction).value;
  flow.is_decision = is_logic || computed == Computed::comparison;
  if (computed == Computed::selection && operands == 4) {
    flow.rule = Rule::selects;
    for (std::size_t i = 1; i < 4; ++i) flow.reads.push_back(index_of(instruction.operands[i]));
    set_predicates(builder, flow, {3});
    return flow;
  }
  if (is_logic && (computed == Computed::conjunction || computed == Computed::disjunction)) {
    flow.rule = computed == Computed::conjunction ? Rule::all_of : Rule::any_of;
    for (std::size_t i = 1; i < 3; ++i) flow.reads.push_back(index_of(instruction.operands[i]));
    set_predicates(builder, flow, {1, 2});
    return flow;
  }
  for_each_read_register(instruction, [&](std::uint32_t index) {
    if (!instruction.guard || index != instruction.guard->index) flow.reads.push_back(index);
  });
  // A comparison that is combined with a predicate may be decided by that one alone.
  const bool is_combined = computed == Computed::comparison && operands > 3;
  flow.rule = uses_values(instruction)                        ? Rule::uses
              : is_combined || !passes_values_on(instruction) ? Rule::defines
                                                              : Rule::passes;
  if (flow.rule == Rule::passes && flow.is_computing) note_added_zeros(builder, flow);
  return flow;
}

void emit(Builder& builder, ValueFlow flow) {
  Kernel& kernel = builder.kernel();
  builder.emit(follow).set_form(FollowForm{kernel.value_flows.size()});
  kernel.value_flows.push_back(std::move(flow));
}

bool is_any(const std::vector<std::uint32_t>& registers, const std::vector<bool>& undefined) {
  return std::any_of(registers.begin(), registers.end(), [&](std::uint32_t index) {
    return index != ValueFlow::kNoRegister && undefined[index];
  });
}

}  // namespace

void emit_before(Builder& builder, const std::vector<bool>& undefined) {
  if (undefined.empty() || is_shuffle(builder.instruction())) return;
  bool is_concerned = false;
  const auto look = [&](std::uint32_t index) { is_concerned = is_concerned || undefined[index]; };
  for_each_written(builder.instruction(), look);
  for_each_read_register(builder.instruction(), look);
  if (!is_concerned) return;
  ValueFlow flow = flow_of(builder);
  if (is_any(flow.writes, undefined) || (flow.rule == Rule::uses && is_any(flow.reads, undefined)))
    emit(builder, std::move(flow));
}

void emit_guard(Builder& builder, const std::vector<bool>& undefined) {
  const auto& guard = builder.instruction().guard;
  if (undefined.empty() || !guard || !undefined[guard->index]) return;
  ValueFlow flow;
  flow.rule = Rule::uses;
  flow.reads.push_back(guard->index);
  emit(builder, std::move(flow));
}

std::uint32_t add_shuffle(Builder& builder) {
  ValueFlow flow;
  flow.rule = Rule::shuffles;
  const ptx::Operand& to = builder.operand(0);
  const ptx::Operand& value = to.elements.empty() ? to : to.elements.front();
  if (value.kind == ptx::Operand::Kind::reg) flow.writes.push_back(value.index);
  flow.reads.push_back(index_of(builder.operand(1)));
  Kernel& kernel = builder.kernel();
  kernel.value_flows.push_back(std::move(flow));
  return static_cast<std::uint32_t>(kernel.value_flows.size() - 1);
}

void note_sources(WarpContext& c, const Operation& op, const std::uint32_t* sources,
                  std::uint32_t members, std::uint32_t out_of_range) {
  UndefinedValues* undefined = c.block->undefined.get();
  const ValueFlow& flow = c.block->kernel->value_flows[op.group.undefined_flow];
  if (undefined == nullptr || flow.writes.empty()) return;
  const Value given = value_of(c, flow.reads.front());
  Value taken;
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const std::uint32_t from = sources[lane] & 31u;
    taken.lanes |= (~members >> from & 1u) << lane;
    taken.partial |= (given.partial >> from & 1u) << lane;
  }
  taken.origin = taken.lanes != 0 ? op.instruction : given.origin;
  for (std::uint32_t rest = given.lanes == 0 ? 0 : c.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    taken.lanes |= (given.lanes >> (sources[lane] & 31u) & 1u) << lane;
    taken.computed |= (given.computed >> (sources[lane] & 31u) & 1u) << lane;
  }
  taken.partial |= out_of_range;
  undefined->set(c.warp_index, c.frame, flow.writes.front(), c.active, taken);
}

}  // namespace warpscope::exec::value_flow
