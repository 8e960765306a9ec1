#include "vgpu/machine_code/ptx_class.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace warpscope::machine_code {
namespace {

bool has_modifier_beginning(const ptx::Instruction& instruction, std::string_view begin) {
  return std::ranges::any_of(instruction.modifiers, [&](std::string_view modifier) {
    return modifier.starts_with(begin);
  });
}

/// By state space: constant and param memory are read without an instruction of their own.
PtxClass in_space(const ptx::Instruction& instruction, PtxClass global, PtxClass local,
                  PtxClass shared) {
  if (has_modifier_beginning(instruction, "param") || has_modifier_beginning(instruction, "const"))
    return PtxClass::other;
  if (has_modifier_beginning(instruction, "shared")) return shared;
  return has_modifier_beginning(instruction, "local") ? local : global;
}

}  // namespace

PtxClass class_of(const ptx::Instruction& instruction) {
  using enum PtxClass;
  const std::string_view opcode = instruction.opcode;
  if (opcode == "ld" || opcode == "ldu")
    return in_space(instruction, global_load, local_load, shared_load);
  if (opcode == "st") return in_space(instruction, global_store, local_store, shared_store);
  if (opcode == "atom" || opcode == "red")
    return in_space(instruction, global_atomic, global_atomic, shared_atomic);
  if (opcode == "ldmatrix") return shared_load;
  if (opcode == "stmatrix") return shared_store;
  if (opcode == "cp" && has_modifier_beginning(instruction, "async") &&
      !has_modifier_beginning(instruction, "bulk") &&
      (has_modifier_beginning(instruction, "ca") || has_modifier_beginning(instruction, "cg")))
    return asynchronous_copy;
  if (opcode == "cp" && has_modifier_beginning(instruction, "bulk") &&
      !has_modifier_beginning(instruction, "commit_group") &&
      !has_modifier_beginning(instruction, "wait_group"))
    return bulk_copy;
  if (opcode == "mbarrier" && !has_modifier_beginning(instruction, "pending_count"))
    return mbarrier;
  if (opcode == "shfl") return shuffle;
  if (opcode == "vote" || opcode == "match" || opcode == "redux") return vote;
  if (opcode == "bar" || opcode == "barrier")
    return has_modifier_beginning(instruction, "warp") ? other : barrier;
  if (opcode == "bra" || opcode == "brx") return branch;
  if (opcode == "call") return call;
  if (opcode == "ret" || opcode == "exit") return exit;
  return other;
}

bool tests_mbarrier(const ptx::Instruction& instruction) {
  return instruction.opcode == "mbarrier" && !instruction.modifiers.empty() &&
         (instruction.modifiers.front() == "test_wait" ||
          instruction.modifiers.front() == "try_wait");
}

bool has_class(const MachineInstruction& instruction, PtxClass of) {
  constexpr std::array kUnits = {
      Class::global_load,  Class::global_store,  Class::global_atomic,
      Class::local_load,   Class::local_store,   Class::shared_load,
      Class::shared_store, Class::shared_atomic, Class::asynchronous_copy,
      Class::mbarrier,     Class::bulk_copy,     Class::shuffle,
      Class::vote,         Class::barrier,       Class::branch,
      Class::call,         Class::exit};
  return of != PtxClass::other && instruction.unit == kUnits[static_cast<std::size_t>(of)];
}

}  // namespace warpscope::machine_code
