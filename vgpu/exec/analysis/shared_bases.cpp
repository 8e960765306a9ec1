#include "vgpu/exec/analysis/shared_bases.h"

#include <algorithm>
#include <initializer_list>

#include "vgpu/exec/analysis/liveness.h"
#include "vgpu/exec/analysis/meaning.h"

namespace warpscope::exec {
namespace {

bool is_one_of(Value value, std::initializer_list<Value> values) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

}  // namespace

SharedBases::SharedBases(const ptx::Function& function) : bases_(function.registers.size()) {
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (const ptx::Instruction& instruction : function.body) {
      const Base result = result_of(instruction);
      if (result.kind == Base::Kind::unset) continue;
      for_each_written(instruction, [&](std::uint32_t index) {
        const Base now = joined(bases_[index], result);
        is_changed = is_changed || now != bases_[index];
        bases_[index] = now;
      });
    }
  }
}

SharedBases::Base SharedBases::joined(const Base& one, const Base& other) {
  if (one.kind == Base::Kind::unset) return other;
  if (other.kind == Base::Kind::unset || one == other) return one;
  return {Base::Kind::unknown, {}};
}

// The name of a variable of another state space is as good as a number.
SharedBases::Base SharedBases::of_operand(const ptx::Operand& operand) const {
  if (operand.kind == ptx::Operand::Kind::symbol) return {Base::Kind::variable, operand.name};
  if (operand.kind == ptx::Operand::Kind::reg) return bases_[operand.index];
  return {operand.elements.empty() ? Base::Kind::none : Base::Kind::unknown, {}};
}

SharedBases::Base SharedBases::result_of(const ptx::Instruction& instruction) const {
  const auto& operands = instruction.operands;
  std::vector<Base> reads;
  for (std::size_t i = 1; i < operands.size(); ++i) reads.push_back(of_operand(operands[i]));
  const auto is = [&](std::size_t i, Base::Kind kind) { return reads[i].kind == kind; };
  const auto all = [&](Base::Kind kind) {
    return std::all_of(reads.begin(), reads.end(), [&](const Base& b) { return b.kind == kind; });
  };
  // Whatever is loaded or computed in another way from numbers alone is a number.
  const Base none{Base::Kind::none, {}}, unknown{Base::Kind::unknown, {}};
  const Meaning& meaning = meaning_of(instruction);
  if (meaning.memory != Memory::none || meaning.lanes == Lanes::as_selector) return unknown;
  if (reads.empty() || all(Base::Kind::none)) return none;
  if (std::any_of(reads.begin(), reads.end(),
                  [](const Base& b) { return b.kind == Base::Kind::unset; }))
    return {};
  if (reads.size() == 1 &&
      is_one_of(meaning.value, {Value::copy, Value::address, Value::conversion}))
    return reads[0];
  if (reads.size() == 2 && is_one_of(meaning.value, {Value::sum, Value::disjunction})) {
    if (is(0, Base::Kind::none)) return reads[1];
    if (is(1, Base::Kind::none)) return reads[0];
  }
  if (reads.size() == 2 && meaning.value == Value::difference && is(1, Base::Kind::none))
    return reads[0];
  if (reads.size() == 3 && meaning.value == Value::product_sum && is(0, Base::Kind::none) &&
      is(1, Base::Kind::none))
    return reads[2];
  if (reads.size() == 3 && meaning.value == Value::selection && reads[0] == reads[1])
    return reads[0];
  return unknown;
}

std::string_view SharedBases::of(const ptx::Instruction& instruction) const {
  for (const ptx::Operand& operand : instruction.operands) {
    if (operand.kind != ptx::Operand::Kind::address || operand.elements.size() != 1) continue;
    const Base base = of_operand(operand.elements[0]);
    return base.kind == Base::Kind::variable ? base.name : std::string_view();
  }
  return {};
}

}  // namespace warpscope::exec
