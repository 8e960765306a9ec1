#include "vgpu/timing/machine_module.h"

#include <algorithm>
#include <chrono>
#include <span>
#include <utility>

#include "vgpu/exec/program/program.h"
#include "vgpu/machine_code/ptxas.h"

namespace warpscope::timing {
namespace {

constexpr std::chrono::seconds kLongestAssembly{60};

/// MachineKernel::depends_on_time.
bool depends_on_time_or_calls(std::span<const machine_code::PtxBlock> blocks) {
  const auto asks = [](const ptx::Instruction& instruction) {
    return instruction.opcode == "mbarrier" && !instruction.modifiers.empty() &&
           (instruction.modifiers.front() == "try_wait" ||
            instruction.modifiers.front() == "test_wait");
  };
  return std::ranges::any_of(blocks, [&](const machine_code::PtxBlock& block) {
    return !block.function->is_entry ||
           std::ranges::any_of(
               std::span(block.function->body).subspan(block.first, block.end - block.first), asks);
  });
}

}  // namespace

MachineModule::MachineModule(std::shared_ptr<const exec::Program> program,
                             const std::filesystem::path& ptxas, const std::string& architecture)
    : program_(std::move(program)), numbers_(program_->module()) {
  if (const auto text = machine_code::numbered_text(program_->module(), numbers_))
    functions_ = machine_code::functions_of(
        machine_code::assemble(ptxas, *text, architecture, kLongestAssembly));
}

const MachineKernel* MachineModule::kernel(const std::string& name) {
  const auto function = functions_.find(name);
  if (function == functions_.end()) return nullptr;
  const auto [found, is_new] = kernels_.try_emplace(name);
  if (!is_new) return &found->second;
  const exec::Kernel& kernel = program_->kernel(name, exec::KernelUse::plain, true);
  std::vector<machine_code::PtxBlock> blocks;
  std::vector<std::uint32_t> ptx_numbers;
  for (const exec::BasicBlock& block : kernel.blocks) {
    const exec::LoweredFunction& owner = kernel.function_of(block.first);
    blocks.push_back({owner.function, block.first - owner.first_instruction,
                      block.end - owner.first_instruction});
    if (ptx_numbers.size() < block.end) ptx_numbers.resize(block.end);
    for (std::uint32_t i = block.first; i < block.end; ++i)
      ptx_numbers[i] = numbers_.number(*owner.function, i - owner.first_instruction);
  }
  found->second = {&kernel, &function->second,
                   machine_code::match(function->second, numbers_, blocks),
                   depends_on_time_or_calls(blocks), std::move(ptx_numbers)};
  return &found->second;
}

}  // namespace warpscope::timing
