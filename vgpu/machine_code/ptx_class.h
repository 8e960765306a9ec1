// What kind of machine instruction a PTX instruction becomes, of those by which the two are
// matched.
#pragma once

#include <cstdint>

#include "vgpu/machine_code/instruction.h"
#include "vgpu/ptx/module.h"

namespace warpscope::machine_code {

enum class PtxClass : std::uint8_t {
  global_load,
  global_store,
  global_atomic,
  local_load,
  local_store,
  shared_load,
  shared_store,
  shared_atomic,
  asynchronous_copy,
  mbarrier,
  bulk_copy,
  shuffle,
  vote,
  barrier,
  branch,
  call,
  exit,
  other
};

/// Accesses at generic addresses count as global.
PtxClass class_of(const ptx::Instruction& instruction);
/// mbarrier.test_wait and mbarrier.try_wait: whether a phase has ended depends on time.
bool tests_mbarrier(const ptx::Instruction& instruction);
/// Whether the machine instruction is one of the class.
bool has_class(const MachineInstruction& instruction, PtxClass of);

}  // namespace warpscope::machine_code
