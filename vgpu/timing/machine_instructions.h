// How many instructions of machine code a launch issues: PTX tells which way each warp went, ptxas
// what stands there.
#pragma once

#include <cstdint>
#include <optional>

#include "record/record.h"
#include "vgpu/exec/trace/launch_trace.h"
#include "vgpu/timing/machine_module.h"

namespace warpscope::timing {

struct IssuedInstructions {
  std::uint64_t warps = 0;    ///< smsp__inst_executed.sum
  std::uint64_t threads = 0;  ///< smsp__thread_inst_executed.sum
  /// at_least: routines for rare operands may have been called of which execution does not tell.
  /// about: some way of a warp through the code was not found; or turns of loops around shared
  /// atomics, questions to mbarriers or ways through routines that were not measured are among
  /// them.
  record::Certainty certainty = record::Certainty::exact;
};

/// Of a launch all of whose blocks are in the trace. Nothing where the trace is not complete.
std::optional<IssuedInstructions> count_instructions(const MachineKernel& of,
                                                     const exec::LaunchTrace& trace);

}  // namespace warpscope::timing
