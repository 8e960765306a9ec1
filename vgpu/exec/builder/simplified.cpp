// What ptxas would make of a function that a lowering must know, because it decides what is
// counted.
#include <algorithm>

#include "vgpu/exec/analysis/liveness.h"
#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/analysis/merging.h"
#include "vgpu/exec/analysis/of_data.h"
#include "vgpu/exec/analysis/uniform.h"
#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec {

void Builder::find_simplified(const std::vector<FlowBlock>& flow) {
  // nvcc -G has ptxas leave the code as it is.
  if (program_.module().is_debug) return;
  if (read_registers_.empty()) read_registers_ = read_registers(function_);
  const bool has_atomics =
      std::any_of(function_.body.begin(), function_.body.end(), [](const auto& instruction) {
        const Memory memory = meaning_of(instruction).memory;
        return memory == Memory::atomic || memory == Memory::reduction;
      });
  if (has_atomics) uniform_ = uniform_registers(function_, flow);
  const PlaceOf place_of = [&](std::string_view name) -> std::optional<std::uint64_t> {
    ptx::Space space = ptx::Space::generic;
    const auto place = symbol_value(name, &space);
    const bool is_placed = space == ptx::Space::shared || space == ptx::Space::local;
    return is_placed ? place : std::nullopt;
  };
  merged_ = merged_accesses(function_, flow, read_registers_, place_of);
}

void Builder::find_of_data(const std::vector<FlowBlock>& flow) {
  of_data_ = instructions_of_data(function_, flow);
}

bool Builder::is_uniform(const ptx::Operand& operand) const {
  if (operand.kind == ptx::Operand::Kind::reg) return !uniform_.empty() && uniform_[operand.index];
  if (operand.kind == ptx::Operand::Kind::address)
    return operand.elements.size() == 1 && is_uniform(operand.elements[0]);
  return !uniform_.empty() && operand.kind != ptx::Operand::Kind::special;
}

}  // namespace warpscope::exec
