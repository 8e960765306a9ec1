#include "vgpu/timing/machine_module.h"

#include <algorithm>
#include <limits>
#include <ranges>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "vgpu/exec/analysis/carried_loads.h"
#include "vgpu/exec/program/program.h"
#include "vgpu/machine_code/asynchronous_code.h"
#include "vgpu/machine_code/ptx_class.h"
#include "vgpu/timing/code_fingerprint.h"
#include "vgpu/timing/routine_costs.h"

namespace warpscope::timing {
namespace {

/// The architecture that routine_costs.h is of.
constexpr std::string_view kMeasuredRoutines = "sm_90";

/// MachineKernel::depends_on_time.
bool depends_on_time(std::span<const machine_code::PtxBlock> blocks) {
  return std::ranges::any_of(blocks, [&](const machine_code::PtxBlock& block) {
    return std::ranges::any_of(
        std::span(block.function->body).subspan(block.first, block.end - block.first),
        machine_code::tests_mbarrier);
  });
}

/// MachineKernel::lines.
std::vector<exec::SourceLine> lines_of(const exec::Program& program, const MachineKernel& of) {
  std::unordered_map<std::uint32_t, exec::SourceLine> by_number;
  for (const exec::BasicBlock& block : of.kernel->blocks) {
    const ptx::Function& function = *of.kernel->function_of(block.first).function;
    for (std::uint32_t i = block.first; i < block.end; ++i)
      by_number[of.ptx_number(i)] = exec::attribute(program, function, of.kernel->instruction(i));
  }
  // What ptxas adds has no line of its own, and gets that of the instruction before it.
  std::vector<exec::SourceLine> lines;
  lines.reserve(of.function->code.size());
  for (const machine_code::MachineInstruction& instruction : of.function->code) {
    const auto found = by_number.find(instruction.ptx);
    const bool has_line = found != by_number.end() && found->second.line != 0;
    lines.push_back(has_line ? found->second : lines.empty() ? exec::SourceLine{} : lines.back());
  }
  // A routine that several divisions call gets the first one's.
  const auto& blocks = of.function->blocks;
  for (const machine_code::MachineBlock& block : blocks | std::views::reverse) {
    for (const machine_code::Call& call : block.calls) {
      if (!call.is_routine) continue;
      const machine_code::Subroutine& routine = *of.function->subroutine_at(*call.callee);
      std::fill(lines.begin() + blocks[routine.first].first,
                lines.begin() + blocks[routine.end - 1].end, lines[call.instruction]);
    }
  }
  return lines;
}

}  // namespace

machine_code::RareOperands MachineKernel::rare(const exec::RareOperandsRecord& record,
                                               std::uint32_t entry) const {
  const RoutineCost cost = routine_cost(kernel->instruction(record.instruction), record.operands);
  return {ptx_number(record.instruction), entry, record.lanes, cost.instructions,
          cost.is_certain && has_measured_routines};
}

CarriedLoads carried_loads(const exec::Kernel& kernel) {
  CarriedLoads carried;
  for (const exec::LoweredFunction& function : kernel.functions) {
    auto of_function = exec::loads_that_are_stored(*function.function);
    const std::size_t end = function.first_instruction + of_function.size();
    if (carried.is_load_stored.size() < end) {
      carried.is_load_stored.resize(end);
      carried.loads_of_store.resize(end);
    }
    for (std::size_t i = 0; i < of_function.size(); ++i) {
      for (std::uint32_t& load : of_function[i]) {
        load += function.first_instruction;
        carried.is_load_stored[load] = true;
      }
      carried.loads_of_store[function.first_instruction + i] = std::move(of_function[i]);
    }
  }
  return carried;
}

std::uint32_t MachineKernel::first_ptx_number() const {
  std::uint32_t first = std::numeric_limits<std::uint32_t>::max();
  for (const std::uint32_t number : ptx_numbers) {
    if (number != 0) first = std::min(first, number);
  }
  return first;
}

MachineModule::MachineModule(std::shared_ptr<const exec::Program> program,
                             const Assembler& assemble, const std::string& architecture)
    : program_(std::move(program)), architecture_(architecture), numbers_(program_->module()) {
  if (const auto text = machine_code::numbered_text(program_->module(), numbers_))
    functions_ = machine_code::functions_of(assemble(*text, architecture));
}

const MachineKernel* MachineModule::kernel(const std::string& name) {
  const auto function = functions_.find(name);
  if (function == functions_.end()) return nullptr;
  const auto [found, is_new] = kernels_.try_emplace(name);
  if (!is_new) return &found->second;
  const exec::Kernel& kernel = program_->kernel(name, {exec::KernelUse::plain, true});
  std::vector<machine_code::PtxBlock> blocks;
  std::vector<std::uint32_t> ptx_numbers;
  std::set<std::uint32_t> untold;
  for (const exec::BasicBlock& block : kernel.blocks) {
    const exec::LoweredFunction& owner = kernel.function_of(block.first);
    blocks.push_back({owner.function, block.first - owner.first_instruction,
                      block.end - owner.first_instruction});
    if (ptx_numbers.size() < block.end) ptx_numbers.resize(block.end);
    for (std::uint32_t i = block.first; i < block.end; ++i)
      ptx_numbers[i] = numbers_.number(*owner.function, i - owner.first_instruction);
    for (std::uint32_t i = block.first; i < block.end; ++i)
      if (may_call_untold(kernel.instruction(i))) untold.insert(ptx_numbers[i]);
  }
  machine_code::attribute_peeled_tests(function->second, numbers_, blocks);
  machine_code::join_turns_of_lanes(function->second);
  found->second = {&kernel,
                   &function->second,
                   machine_code::match(function->second, numbers_, blocks),
                   depends_on_time(blocks),
                   architecture_ == kMeasuredRoutines,
                   std::move(ptx_numbers),
                   std::move(untold),
                   {},
                   carried_loads(kernel),
                   {}};
  found->second.lines = lines_of(*program_, found->second);
  found->second.fingerprint = fingerprint(found->second);
  return &found->second;
}

}  // namespace warpscope::timing
