// What ptxas makes of a module, beside the kernels that are executed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "vgpu/exec/launch.h"
#include "vgpu/exec/trace/record.h"
#include "vgpu/machine_code/homes.h"
#include "vgpu/machine_code/numbered_ptx.h"
#include "vgpu/machine_code/walk.h"
#include "vgpu/timing/hasher.h"

namespace warpscope::exec {
struct Kernel;  // program/kernel.h
}

namespace warpscope::timing {

/// Of a kernel's PTX instructions: which loads are stored to shared memory as they are.
struct CarriedLoads {
  std::vector<std::vector<std::uint32_t>> loads_of_store;  ///< exec::loads_that_are_stored()
  std::vector<bool> is_load_stored;
};
CarriedLoads carried_loads(const exec::Kernel& kernel);

/// A kernel and its machine code.
struct MachineKernel {
  const exec::Kernel* kernel = nullptr;
  const machine_code::MachineFunction* function = nullptr;
  std::vector<machine_code::MatchedBlock> blocks;  ///< of the kernel's, in their order
  /// How often it asks an mbarrier depends on time.
  bool depends_on_time = false;
  /// What routines execute was measured for this architecture.
  bool has_measured_routines = false;
  std::vector<std::uint32_t> ptx_numbers;  ///< of the kernel's instructions
  std::uint32_t ptx_number(std::uint32_t instruction) const { return ptx_numbers[instruction]; }
  /// The smallest of them but 0, which is that of no instruction: where in its module it stands.
  std::uint32_t first_ptx_number() const;
  /// Numbers of PTX instructions for which may_call_untold() holds.
  std::set<std::uint32_t> untold;
  /// For the walk: what is rare in the warp's entry of this index.
  machine_code::RareOperands rare(const exec::RareOperandsRecord& record,
                                  std::uint32_t entry) const;
  /// Of each instruction of machine code, or of the one before it; line 0 where it is not known.
  std::vector<exec::SourceLine> lines;
  CarriedLoads carried_loads;
  Fingerprint fingerprint{};  ///< timing::fingerprint()
};

/// The cubin of a PTX text for an architecture such as "sm_90"; empty where there is none.
using Assembler =
    std::function<std::vector<std::byte>(const std::string& text, const std::string& architecture)>;

class MachineModule {
 public:
  /// Calls `assemble` once, for the module's PTX. `architecture`: "sm_90".
  MachineModule(std::shared_ptr<const exec::Program> program, const Assembler& assemble,
                const std::string& architecture);
  /// By its mangled name. nullptr where ptxas refuses the module (one of nvcc -G) or where the
  /// kernel's machine code cannot be read.
  const MachineKernel* kernel(const std::string& name);

 private:
  std::shared_ptr<const exec::Program> program_;
  std::string architecture_;
  machine_code::InstructionNumbers numbers_;
  std::map<std::string, machine_code::MachineFunction> functions_;
  std::map<std::string, MachineKernel> kernels_;
};

}  // namespace warpscope::timing
