#include "vgpu/exec/analysis/undefined_registers.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "vgpu/exec/analysis/liveness.h"

namespace warpscope::exec {

bool passes_values_on(const ptx::Instruction& instruction) {
  constexpr std::array<std::string_view, 16> kNames{
      "activemask", "atom",  "bar",      "barrier", "call", "elect", "ld",   "ldu",
      "mapa",       "match", "mbarrier", "redux",   "suld", "tex",   "tld4", "vote"};
  return std::find(kNames.begin(), kNames.end(), instruction.opcode) == kNames.end();
}

std::vector<bool> undefined_registers(const ptx::Function& function) {
  std::vector<bool> result;
  if (std::none_of(function.body.begin(), function.body.end(),
                   [](const ptx::Instruction& each) { return each.opcode == "shfl"; }))
    return result;
  result.resize(function.registers.size());
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (const ptx::Instruction& instruction : function.body) {
      bool is_undefined = instruction.opcode == "shfl";
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
