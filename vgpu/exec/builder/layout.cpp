// Where a function's registers and variables lie.
#include <algorithm>

#include "vgpu/exec/analysis/liveness.h"
#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/builder/builder.h"
#include "vgpu/exec/builder/sizes.h"

namespace warpscope::exec {
namespace {

// True when the function uses the parameter's address, and not only what it holds: PTX ISA manual,
// section 5.1.6, "Parameter State Space". The parameter then lies in local memory.
bool takes_address(const ptx::Function& function, std::string_view parameter) {
  const auto names = [&](const ptx::Operand& operand) {
    return operand.kind == ptx::Operand::Kind::symbol && operand.name == parameter;
  };
  for (const ptx::Instruction& instruction : function.body) {
    if (meaning_of(instruction).flow == Flow::call) continue;
    const bool is_in_place = std::find(instruction.modifiers.begin(), instruction.modifiers.end(),
                                       "param") != instruction.modifiers.end();
    for (const ptx::Operand& operand : instruction.operands) {
      if (names(operand)) return true;
      if (!is_in_place && operand.kind == ptx::Operand::Kind::address &&
          std::any_of(operand.elements.begin(), operand.elements.end(), names))
        return true;
    }
  }
  return false;
}

}  // namespace

std::uint32_t Builder::grow_frame(std::uint64_t bytes) {
  const std::uint32_t offset = align(lowered_.frame_bytes, 64);
  if (bytes > kMostFrameBytes - std::min(offset, kMostFrameBytes))
    throw std::runtime_error("Function " + std::string(function_.name) +
                             " has more registers and parameters than the virtual GPU takes.");
  lowered_.frame_bytes = align(offset + static_cast<std::uint32_t>(bytes), 64);
  return offset;
}

void Builder::lay_out_registers() {
  std::uint32_t offset = 0;
  registers_.resize(function_.registers.size());
  for (std::size_t i = 0; i < function_.registers.size(); ++i) {
    const ptx::Type type = function_.registers[i].type;
    const bool is_predicate = type == ptx::Type::pred;
    offset = align(offset, is_predicate ? 4 : 64);
    registers_[i] = static_cast<Slot>(offset);
    offset += is_predicate ? 4 : lane_bytes_of(type) * kWarpSize;
    if (offset > kMostFrameBytes) grow_frame(offset);  // says so
  }
  grow_frame(offset);
}

void Builder::lay_out_variables(const SharedLayout& shared) {
  std::uint64_t local = 0, parameter = 0;
  const auto place = [](std::uint64_t& end, const ptx::Variable& variable) {
    const std::uint64_t alignment = variable.alignment == 0 ? 1 : variable.alignment;
    const std::uint64_t at = (end + alignment - 1) / alignment * alignment;
    end = at + variable.size_bytes;
    return at;
  };
  const auto in_frame = [&](const ptx::Variable& variable) {
    if (variable.size_bytes > kMostFrameBytes)
      throw std::runtime_error("Function " + std::string(function_.name) +
                               " has a parameter that is larger than any GPU allows.");
    const auto size_bytes = static_cast<std::uint32_t>(variable.size_bytes);
    const std::uint32_t stride_bytes = align(size_bytes, 16);
    const ParameterArea area{grow_frame(std::uint64_t{stride_bytes} * kWarpSize), stride_bytes,
                             size_bytes};
    frame_parameters_[variable.name] = area;
    return area;
  };
  for (const ptx::Variable& variable : function_.variables) {
    if (variable.space == ptx::Space::local)
      variables_[variable.name] = {ptx::Space::local, place(local, variable)};
    if (variable.space == ptx::Space::param) in_frame(variable);
  }
  for (const ptx::Variable& variable : function_.parameters) {
    if (!is_entry() && takes_address(function_, variable.name))
      variables_[variable.name] = {ptx::Space::local, place(local, variable)};
  }
  for (const auto* variables : {&function_.variables, &program_.module().variables}) {
    for (const ptx::Variable& variable : *variables) {
      if (const auto found = shared.find(&variable); found != shared.end())
        variables_.try_emplace(variable.name, ptx::Space::shared, found->second);
    }
  }
  if (local > kMostLocalBytes)
    throw std::runtime_error("Function " + std::string(function_.name) +
                             " declares more local memory than the 512 KiB per thread of a GPU.");
  lowered_.local_bytes = static_cast<std::uint32_t>((local + 15) / 16 * 16);
  if (is_entry()) {
    for (const ptx::Variable& variable : function_.parameters)
      variables_[variable.name] = {ptx::Space::param, place(parameter, variable)};
    parameter_bytes_ = parameter;
    return;
  }
  for (const ptx::Variable& variable : function_.parameters)
    lowered_.parameters.push_back(in_frame(variable));
  for (const ptx::Variable& variable : function_.returns)
    lowered_.returns.push_back(in_frame(variable));
  lowered_.local_base = scratch(8 * kWarpSize);
}

void Builder::find_unset(const std::vector<FlowBlock>& flow) {
  const auto add = [&](std::uint32_t offset, std::uint32_t size_bytes) {
    lowered_.unset.push_back({offset, size_bytes});
  };
  const std::vector<bool> unset = unset_registers(function_, flow);
  for (std::size_t i = 0; i < unset.size(); ++i) {
    if (!unset[i] || registers_[i] < 0) continue;  // below 0 are known values
    const ptx::Type type = function_.registers[i].type;
    add(static_cast<std::uint32_t>(registers_[i]),
        type == ptx::Type::pred ? 4 : lane_bytes_of(type) * kWarpSize);
  }
  if (carry_ != kNoSlot) add(static_cast<std::uint32_t>(carry_), 4);
  // Of variables in param space the lanes may write a part only.
  for (const auto& [name, area] : frame_parameters_)
    add(area.offset, area.stride_bytes * kWarpSize);
}

}  // namespace warpscope::exec
