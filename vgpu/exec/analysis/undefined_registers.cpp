#include "vgpu/exec/analysis/undefined_registers.h"

#include <algorithm>

#include "vgpu/exec/analysis/liveness.h"
#include "vgpu/exec/analysis/meaning.h"

namespace warpscope::exec {

namespace {

bool is_shuffle(const ptx::Instruction& instruction) {
  return meaning_of(instruction).lanes == Lanes::as_selector;
}

}  // namespace

bool passes_values_on(const ptx::Instruction& instruction) {
  const Meaning& meaning = meaning_of(instruction);
  if (is_shuffle(instruction)) return true;
  if (meaning.gathers != Gathers::nobody || meaning.lanes == Lanes::same) return false;
  return meaning.memory == Memory::none || meaning.memory == Memory::matrix_load ||
         meaning.memory == Memory::matrix_load_store;
}

std::vector<bool> undefined_registers(const ptx::Function& function,
                                      const std::vector<bool>& unset) {
  std::vector<bool> result = unset;
  if (std::find(unset.begin(), unset.end(), true) == unset.end() &&
      std::none_of(function.body.begin(), function.body.end(),
                   [](const ptx::Instruction& each) { return is_shuffle(each); }))
    return {};
  result.resize(function.registers.size());
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (const ptx::Instruction& instruction : function.body) {
      bool is_undefined = is_shuffle(instruction);
      if (!is_undefined && passes_values_on(instruction))
        for_each_read_register(instruction, [&](std::uint32_t index) {
          is_undefined = is_undefined || result[index];
        });
      if (!is_undefined) continue;
      for_each_written(instruction, [&](std::uint32_t index) {
        is_changed = is_changed || !result[index];
        result[index] = true;
      });
    }
  }
  return result;
}

}  // namespace warpscope::exec
