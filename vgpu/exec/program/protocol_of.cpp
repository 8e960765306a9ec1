#include "vgpu/exec/program/protocol_of.h"

#include <algorithm>
#include <array>

#include "vgpu/exec/analysis/modifiers.h"

namespace warpscope::exec {
namespace {

/// A barrier of the block other than __syncthreads(), which is "bar.sync 0".
bool is_named_barrier(const ptx::Instruction& instruction) {
  if (instruction.opcode != "bar" && instruction.opcode != "barrier") return false;
  if (has_modifier(instruction, "warp") || has_modifier(instruction, "cluster")) return false;
  if (has_modifier(instruction, "arrive") || instruction.operands.size() > 1) return true;
  return !instruction.operands.empty() &&
         (instruction.operands[0].kind != ptx::Operand::Kind::integer ||
          instruction.operands[0].bits != 0);
}

}  // namespace

bool is_of_file(const ptx::Instruction& instruction, const ptx::Module& module,
                std::string_view part) {
  const auto is_it = [&](const ptx::SourceLocation& at) {
    return at.file < module.files.size() &&
           module.files[at.file].find(part) != std::string_view::npos;
  };
  return is_it(instruction.location) ||
         std::any_of(instruction.inlined_at.begin(), instruction.inlined_at.end(), is_it);
}

Protocol protocol_of(const Kernel& kernel, const ptx::Module& module) {
  std::array<bool, 5> found{};
  const auto note = [&](Protocol protocol) { found.at(static_cast<std::size_t>(protocol)) = true; };
  for (const LoweredFunction& function : kernel.functions) {
    for (const ptx::Instruction& instruction : function.function->body) {
      if (instruction.opcode == "mbarrier") note(Protocol::mbarriers);
      if (is_named_barrier(instruction)) note(Protocol::named_barriers);
      const bool waits = instruction.opcode == "mbarrier" || instruction.opcode == "bar" ||
                         instruction.opcode == "barrier";
      if (!waits) continue;
      if (is_of_file(instruction, module, "/dma/ring.cuh")) note(Protocol::ring);
      if (is_of_file(instruction, module, "cooperative_groups")) note(Protocol::groups);
    }
  }
  for (std::size_t i = 1; i < found.size(); ++i) {
    if (found.at(i)) return static_cast<Protocol>(i);
  }
  return Protocol::block_barrier;
}

}  // namespace warpscope::exec
