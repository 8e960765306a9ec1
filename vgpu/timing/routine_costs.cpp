#include "vgpu/timing/routine_costs.h"

#include <algorithm>
#include <string_view>

namespace warpscope::timing {
namespace {

using Operands = exec::RareOperands;

struct Row {
  std::string_view opcode, type;
  Operands operands = Operands::none;
  RoutineCost cost;
};

constexpr Row kRows[] = {
    {"div", "f32", Operands::nan, {21, true}},
    {"div", "f32", Operands::undefined, {24, true}},
    {"div", "f32", Operands::undefined_of_infinite, {28, true}},
    {"div", "f32", Operands::zero, {31, true}},
    {"div", "f32", Operands::infinite, {35, true}},
    {"div", "f32", Operands::quotient_normal, {41, true}},
    {"div", "f32", Operands::quotient_large, {45, true}},
    {"div", "f32", Operands::quotient_denormal, {69, true}},
    {"div", "f32", Operands::quotient_vanishing, {47, true}},
    {"div", "f32", Operands::quotient_of_denormal_normal, {64, true}},
    {"div", "f32", Operands::quotient_of_denormal_large, {68, true}},
    {"div", "f32", Operands::quotient_of_denormal_denormal, {92, true}},
    {"div", "f32", Operands::quotient_of_denormal_vanishing, {70, true}},
    {"div", "f64", Operands::nan, {49, true}},
    {"div", "f64", Operands::nan_divisor, {52, true}},
    {"div", "f64", Operands::undefined, {53, true}},
    {"div", "f64", Operands::undefined_of_infinite, {53, true}},
    {"div", "f64", Operands::zero, {61, true}},
    {"div", "f64", Operands::infinite, {61, true}},
    {"div", "f64", Operands::quotient_normal, {56, true}},
    {"div", "f64", Operands::quotient_large, {56, true}},
    // 62 for some, by their time: quotients that need no rounding are among them.
    {"div", "f64", Operands::quotient_denormal, {72, false}},
    {"rcp", "f32", Operands::nan, {13, true}},
    {"rcp", "f32", Operands::infinite, {13, true}},
    {"rcp", "f32", Operands::zero, {19, true}},
    {"rcp", "f32", Operands::denormal, {19, true}},
    {"rcp", "f32", Operands::normal, {42, true}},
    {"rcp", "f64", Operands::nan, {10, true}},
    {"rcp", "f64", Operands::infinite, {14, true}},
    {"rcp", "f64", Operands::zero, {14, true}},
    {"rcp", "f64", Operands::denormal, {26, true}},
    {"rcp", "f64", Operands::normal, {29, true}},
    {"sqrt", "f32", Operands::nan, {13, true}},
    {"sqrt", "f32", Operands::infinite, {23, true}},
    {"sqrt", "f32", Operands::zero, {7, true}},
    {"sqrt", "f32", Operands::negative, {10, true}},
    {"sqrt", "f32", Operands::denormal, {23, true}},
    {"sqrt", "f32", Operands::normal, {23, true}},
    {"sqrt", "f64", Operands::nan, {10, true}},
    {"sqrt", "f64", Operands::infinite, {16, true}},
    {"sqrt", "f64", Operands::zero, {10, true}},
    {"sqrt", "f64", Operands::negative, {13, true}},
    {"sqrt", "f64", Operands::denormal, {31, true}},
    {"sqrt", "f64", Operands::normal, {15, true}},
    {"rsqrt", "f64", Operands::nan, {12, true}},
    {"rsqrt", "f64", Operands::infinite, {17, true}},
    {"rsqrt", "f64", Operands::zero, {10, true}},
    {"rsqrt", "f64", Operands::negative, {14, true}},
    {"rsqrt", "f64", Operands::denormal, {29, true}},
};

bool has(const ptx::Instruction& instruction, std::string_view modifier) {
  return std::ranges::find(instruction.modifiers, modifier) != instruction.modifiers.end();
}

bool is_of_fractions(const ptx::Instruction& instruction) {
  return has(instruction, "f32") || has(instruction, "f64");
}

}  // namespace

RoutineCost routine_cost(const ptx::Instruction& instruction, exec::RareOperands operands) {
  const auto found = std::ranges::find_if(kRows, [&](const Row& row) {
    return row.opcode == instruction.opcode && has(instruction, row.type) &&
           row.operands == operands;
  });
  return found == std::end(kRows) ? RoutineCost{} : found->cost;
}

bool may_call_untold(const ptx::Instruction& instruction) {
  const std::string_view opcode = instruction.opcode;
  if (!is_of_fractions(instruction)) return false;
  if (opcode == "rsqrt") return has(instruction, "f64") && has(instruction, "ftz");
  if (opcode != "div" && opcode != "rcp" && opcode != "sqrt") return false;
  if (has(instruction, "approx") || has(instruction, "full")) return false;
  return !has(instruction, "rn") || has(instruction, "ftz");
}

}  // namespace warpscope::timing
