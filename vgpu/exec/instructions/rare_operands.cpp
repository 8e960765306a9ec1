#include "vgpu/exec/instructions/rare_operands.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "vgpu/counting/rare_operands.h"
#include "vgpu/exec/instructions/emit.h"
#include "vgpu/exec/instructions/lanes.h"
#include "vgpu/exec/machine/block.h"

namespace warpscope::exec::rare_operands {
namespace {

void note(WarpContext& c, const Operation* op, const std::array<RareOperands, kWarpSize>& kinds) {
  std::uint32_t left = 0;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
    left |= (kinds[lane] != RareOperands::none ? 1U : 0U) << lane;
  left &= c.active;
  while (left != 0) {
    const RareOperands kind = kinds[static_cast<std::size_t>(std::countr_zero(left))];
    std::uint32_t lanes = 0;
    for (std::uint32_t rest = left; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
      if (kinds[lane] == kind) lanes |= 1U << lane;
    }
    c.trace->rare_operands({op->instruction, lanes, kind});
    left &= ~lanes;
  }
}

template <typename T, RareOperands (*kOf)(T)>
const Operation* note_one(WarpContext& c, const Operation* op) {
  if (c.trace != nullptr) {
    const T* a = c.at<T>(op->a);
    std::array<RareOperands, kWarpSize> kinds{};
    std::transform(a, a + kWarpSize, kinds.begin(), kOf);
    note(c, op, kinds);
  }
  return next(c, op);
}

template <typename T>
const Operation* note_quotient(WarpContext& c, const Operation* op) {
  if (c.trace != nullptr) {
    const T* a = c.at<T>(op->a);
    std::array<RareOperands, kWarpSize> kinds{};
    std::transform(a, a + kWarpSize, c.at<T>(op->b), kinds.begin(),
                   [](T of, T by) { return rare_of_quotient(of, by); });
    note(c, op, kinds);
  }
  return next(c, op);
}

bool has(const ptx::Instruction& instruction, std::string_view modifier) {
  return std::ranges::find(instruction.modifiers, modifier) != instruction.modifiers.end();
}

Handler handler_of(const ptx::Instruction& instruction, ptx::Type type) {
  const bool is_double = type == ptx::Type::f64;
  if (!is_double && type != ptx::Type::f32) return nullptr;
  if (instruction.opcode == "rsqrt")
    return is_double && !has(instruction, "ftz")
               ? Handler{note_one<double, rare_of_reciprocal_root>}
               : nullptr;
  if (!has(instruction, "rn") || has(instruction, "ftz")) return nullptr;
  if (instruction.opcode == "div")
    return is_double ? Handler{note_quotient<double>} : Handler{note_quotient<float>};
  if (instruction.opcode == "rcp")
    return is_double ? Handler{note_one<double, rare_of_reciprocal>}
                     : Handler{note_one<float, rare_of_reciprocal>};
  if (instruction.opcode == "sqrt")
    return is_double ? Handler{note_one<double, rare_of_root>}
                     : Handler{note_one<float, rare_of_root>};
  return nullptr;
}

}  // namespace

void emit(Builder& builder, ptx::Type type) {
  if (!builder.kernel().is_traced) return;
  const Handler handler = handler_of(builder.instruction(), type);
  if (handler == nullptr) return;
  const Operation computes = builder.kernel().operations.back();
  Operation& noting = builder.emit(handler);
  noting.a = computes.a;
  noting.b = computes.b;
  auto& operations = builder.kernel().operations;
  std::swap(operations[operations.size() - 2], operations.back());
}

}  // namespace warpscope::exec::rare_operands
