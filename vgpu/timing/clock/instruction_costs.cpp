#include "vgpu/timing/clock/instruction_costs.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "vgpu/exec/program/kernel.h"
#include "vgpu/machine_code/opcodes.h"

namespace warpscope::timing {
namespace {

using machine_code::Class;
using machine_code::MachineInstruction;

using PtxInstructions = std::unordered_map<std::uint32_t, const ptx::Instruction*>;

PtxInstructions ptx_instructions(const MachineKernel& of) {
  PtxInstructions by_number;
  for (const exec::BasicBlock& block : of.kernel->blocks) {
    const exec::LoweredFunction& owner = of.kernel->function_of(block.first);
    for (std::uint32_t i = block.first; i < block.end; ++i)
      by_number[of.ptx_number(i)] = &owner.function->body[i - owner.first_instruction];
  }
  return by_number;
}

bool has(const ptx::Instruction* instruction, std::string_view modifier) {
  return instruction != nullptr &&
         std::ranges::find(instruction->modifiers, modifier) != instruction->modifiers.end();
}

struct UnitCost {
  Unit unit = Unit::none;
  double busy_cycles = 0, result_cycles = 0;
};

/// IMAD.WIDE and IMAD.HI, in all forms of their operands.
bool gives_upper_half(std::uint16_t opcode) {
  constexpr std::uint16_t kOperation = 0xFF, kWide = 0x25, kHigh = 0x27;
  return (opcode & kOperation) == kWide || (opcode & kOperation) == kHigh;
}

/// Of what computes.
UnitCost unit_cost(const MachineInstruction& instruction, std::string_view name,
                   const arch::ClockFigures& figures) {
  const auto& pipes = figures.pipes;
  const auto& results = figures.results;
  constexpr double kFixedCycles = 4;  // ptxas' stall counts wait for these
  switch (instruction.unit) {
    case Class::fma:
      if (gives_upper_half(instruction.opcode) && name == "IMAD")
        return {Unit::fma_heavy, pipes.wide_multiply_cycles, kFixedCycles};
      return {name.starts_with("F") ? Unit::fma : Unit::fma_heavy, pipes.fma_cycles, kFixedCycles};
    case Class::half:
      // ptxas makes both by turns, one for each pipe.
      if (name == "HFMA2.MMA") return {Unit::fma_heavy, pipes.fma_cycles, kFixedCycles};
      if (name == "HFMA2") return {Unit::fma_light, pipes.fma_cycles, kFixedCycles};
      return {Unit::fma, pipes.fma_cycles, kFixedCycles};
    case Class::fp64:
      return {Unit::fp64, pipes.fp64_cycles, results.fp64_cycles};
    case Class::xu:
      return {Unit::xu, pipes.xu_cycles, results.xu_cycles};
    case Class::uniform:
      return {Unit::uniform, pipes.uniform_cycles, results.uniform_cycles};
    case Class::tensor:
      return {Unit::tensor, pipes.tensor_cycles, results.tensor_cycles};
    case Class::special_register:
      return {Unit::none, 0, results.special_register_cycles};
    case Class::alu:
      return {Unit::alu, pipes.alu_cycles, kFixedCycles};
    case Class::vote:
      if (name == "MATCH") return {Unit::reduction, results.match_cycles, results.match_cycles};
      if (name == "REDUX")
        return {Unit::reduction, pipes.reduction_cycles, results.reduction_cycles};
      return {Unit::alu, pipes.alu_cycles, results.uniform_cycles};
    default:
      return {};
  }
}

bool is_clock(const ptx::Operand& operand) {
  return operand.kind == ptx::Operand::Kind::special &&
         (operand.name.starts_with("clock") || operand.name.starts_with("globaltimer"));
}

Action action_of(const MachineInstruction& instruction, const ptx::Instruction* ptx,
                 std::string_view name) {
  if (machine_code::reads_special_register(instruction) && ptx != nullptr &&
      std::ranges::any_of(ptx->operands, is_clock))
    return Action::read_clock;
  switch (instruction.unit) {
    case Class::constant_load:
      return Action::constant;
    case Class::global_load:
    case Class::local_load:
      return Action::load;
    case Class::global_store:
    case Class::local_store:
      return Action::store;
    case Class::global_atomic:
      return Action::global_atomic;
    case Class::shared_load:
      return Action::shared_load;
    case Class::shared_store:
      return Action::shared_store;
    case Class::shared_atomic:
      return Action::shared_atomic;
    case Class::asynchronous_copy:
      return Action::asynchronous_copy;
    case Class::image:
      return Action::image;
    case Class::shuffle:
      return Action::shuffle;
    case Class::barrier:
      return Action::barrier;
    case Class::mbarrier:
      return Action::mbarrier;
    case Class::bulk_copy:
      return Action::bulk_copy;
    case Class::fence:
      // CCTL: L1 forgets what it holds, which nobody waits for. ERRBAR has a stall of its own.
      return name == "CCTL" || name == "ERRBAR" ? Action::compute : Action::fence;
    case Class::branch:
    case Class::call:
    case Class::exit:
      return Action::branch;
    case Class::reconvergence:
      return name == "BSYNC" ? Action::branch : Action::compute;
    case Class::special_register:
      return name == "S2R" || name == "S2UR" ? Action::special_register : Action::compute;
    case Class::wait:
      if (name == "LDGDEPBAR") return Action::end_of_copies;
      if (name == "NANOSLEEP") return Action::pause;
      if (name == "ARRIVES") return Action::copies_arrive;
      if (name == "UTMACMDFLUSH") return Action::end_of_bulk_group;
      if (name == "DEPBAR" && ptx != nullptr && ptx->opcode == "cp" && has(ptx, "async"))
        return has(ptx, "bulk") ? Action::wait_for_bulk : Action::wait_for_copies;
      return Action::compute;
    default:
      return Action::compute;
  }
}

/// Of what leaves the sub-core; nothing else has one.
std::optional<Unit> unit_of_way(Action action) {
  switch (action) {
    case Action::load:
    case Action::store:
    case Action::global_atomic:
    case Action::asynchronous_copy:
      return Unit::global;
    case Action::shuffle:
    case Action::shared_load:
    case Action::shared_store:
    case Action::shared_atomic:
    case Action::mbarrier:
    case Action::image:
      return Unit::address;
    case Action::constant:
    case Action::special_register:
      return Unit::constant;
    default:
      return std::nullopt;
  }
}

/// Until a branch knows its target, where that is always so long.
double resolving_cycles(std::string_view name, const arch::ClockFigures::Pipes& pipes) {
  if (name == "BSYNC") return pipes.reconvergence_cycles;
  return name == "RET" || name == "BRX" ? pipes.return_cycles : 0;
}

/// cp.async.wait_group N; 0 of wait_all.
std::uint32_t groups_left(const ptx::Instruction& wait) {
  if (wait.operands.empty() || wait.operands.front().kind != ptx::Operand::Kind::integer) return 0;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(wait.operands.front().bits, 1U << 16));
}

}  // namespace

std::vector<InstructionCost> instruction_costs(const MachineKernel& kernel,
                                               const arch::ClockFigures& figures) {
  constexpr std::uint32_t kInstructionsPerLine = 128 / machine_code::kInstructionBytes;
  constexpr std::uint32_t kConstantLineBytes = 64;
  const PtxInstructions by_number = ptx_instructions(kernel);
  std::vector<InstructionCost> costs;
  costs.reserve(kernel.function->code.size());
  for (const MachineInstruction& instruction : kernel.function->code) {
    const auto* opcode = machine_code::find_opcode(instruction.opcode);
    const std::string_view name = opcode != nullptr ? opcode->name : "";
    const auto found = by_number.find(instruction.ptx);
    const ptx::Instruction* ptx = found != by_number.end() ? found->second : nullptr;
    InstructionCost cost;
    cost.action = action_of(instruction, ptx, name);
    const UnitCost unit = unit_cost(instruction, name, figures);
    cost.unit = unit_of_way(cost.action).value_or(unit.unit);
    cost.busy = ticks_of(unit.busy_cycles);
    cost.result = ticks_of(unit.result_cycles);
    if (cost.action == Action::fence) {
      const bool is_of_block = has(ptx, "cta") || has(ptx, "proxy");
      cost.result = ticks_of(is_of_block           ? figures.results.block_fence_cycles
                             : name == "CGAERRBAR" ? figures.results.cluster_error_barrier_cycles
                                                   : figures.results.device_fence_cycles);
    }
    cost.resolves = ticks_of(resolving_cycles(name, figures.pipes));
    if (instruction.constant) cost.constant = *instruction.constant / kConstantLineBytes;
    if (cost.action == Action::wait_for_copies || cost.action == Action::wait_for_bulk)
      cost.groups = groups_left(*ptx);
    cost.waits_for_reads = has(ptx, "read");
    cost.bypasses_l1 = cost.action == Action::asynchronous_copy && has(ptx, "cg");
    cost.lane_bytes = instruction.lane_bytes;
    cost.is_swap = cost.action == Action::shared_atomic && has(ptx, "cas");
    cost.stall_cycles = std::max<std::uint8_t>(1, instruction.stall_cycles);
    if (name == "ERRBAR")
      cost.stall_cycles = static_cast<std::uint8_t>(figures.results.error_barrier_cycles);
    cost.write_scoreboard = instruction.write_scoreboard;
    cost.read_scoreboard = instruction.read_scoreboard;
    cost.waits_for = instruction.waits_for;
    cost.line = static_cast<std::uint32_t>(costs.size()) / kInstructionsPerLine;
    costs.push_back(cost);
  }
  return costs;
}

}  // namespace warpscope::timing
