// How many instructions of machine code a launch issues: PTX tells which way each warp went, ptxas
// what stands there.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "record/record.h"
#include "vgpu/exec/launch.h"
#include "vgpu/exec/trace/launch_trace.h"
#include "vgpu/machine_code/homes.h"
#include "vgpu/machine_code/numbered_ptx.h"

namespace warpscope::timing {

struct IssuedInstructions {
  std::uint64_t warps = 0;    ///< smsp__inst_executed.sum
  std::uint64_t threads = 0;  ///< smsp__thread_inst_executed.sum
  /// at_least: routines for rare operands may have been called, which only their values tell.
  /// about: some way of a warp through the code was not found; or turns of loops around shared
  /// atomics, questions to mbarriers or called functions are among them.
  record::Certainty certainty = record::Certainty::exact;
};

/// What ptxas makes of one module.
class MachineInstructions {
 public:
  /// Runs ptxas on the module's PTX, for a moment per kernel. `architecture`: "sm_90".
  MachineInstructions(std::shared_ptr<const exec::Program> program,
                      const std::filesystem::path& ptxas, const std::string& architecture);
  /// Of a launch of the kernel (its mangled name) all of whose blocks are in the trace. Nothing
  /// where ptxas refuses the module (one of nvcc -G), where the trace is not complete, or where the
  /// kernel's machine code cannot be read.
  std::optional<IssuedInstructions> count(const std::string& kernel,
                                          const exec::LaunchTrace& trace);

 private:
  struct Matched {
    const machine_code::MachineFunction* function = nullptr;
    std::vector<machine_code::MatchedBlock> blocks;
    bool depends_on_time = false;
  };
  const Matched& matched(const std::string& kernel);

  std::shared_ptr<const exec::Program> program_;
  machine_code::InstructionNumbers numbers_;
  std::map<std::string, machine_code::MachineFunction> functions_;
  std::map<std::string, Matched> matched_;
};

}  // namespace warpscope::timing
