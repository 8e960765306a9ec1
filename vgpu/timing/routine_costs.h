// How many instructions the toolkit's routines execute for operands that are rare, as an H100
// issued them of code of ptxas 13.0 for sm_90 (tests/golden/h100/routine_probes.cu). The routines
// are not read.
#pragma once

#include <cstdint>

#include "vgpu/exec/trace/record.h"
#include "vgpu/machine_code/ptx_class.h"

namespace warpscope::timing {

struct RoutineCost {
  std::uint32_t instructions = 0;
  bool is_certain = false;  ///< for all operands of the kind
};

/// Of an instruction that execution tells rare operands of. Without a measurement 0, which is not
/// certain.
RoutineCost routine_cost(const ptx::Instruction& instruction, exec::RareOperands operands);

/// Machine code may call a routine for some operands, and execution does not tell which: other
/// roundings than to nearest, .ftz.
bool may_call_untold(const ptx::Instruction& instruction);

}  // namespace warpscope::timing
