// Loops that wait for a word and read it once: the compiler may keep in a register what is not
// volatile, so the loop either does not begin or does not end.
#include <algorithm>

#include "vgpu/exec/analysis/control_flow.h"
#include "vgpu/exec/analysis/modifiers.h"
#include "vgpu/exec/checks/checker.h"

namespace warpscope::exec::checks {
namespace {

/// The block does nothing but go on elsewhere.
bool is_empty(const ptx::Function& function, const FlowBlock& block) {
  return std::all_of(function.body.begin() + block.first, function.body.begin() + block.end,
                     [](const ptx::Instruction& each) { return each.opcode == "bra"; });
}

}  // namespace

void Checker::report_flags_read_once() {
  const LoweredFunction& entry = kernel_.functions.front();
  const ptx::Function& function = *entry.function;
  const std::vector<FlowBlock> blocks = control_flow(function);
  const std::vector<std::uint32_t> endless = endless_blocks(function, blocks);
  const auto is_endless = [&](std::uint32_t block) {
    return std::find(endless.begin(), endless.end(), block) != endless.end();
  };
  if (!std::all_of(endless.begin(), endless.end(),
                   [&](std::uint32_t block) { return is_empty(function, blocks[block]); }))
    return;
  for (std::uint32_t i = 0; i < blocks.size(); ++i) {
    const auto& next = blocks[i].successors;
    const bool decides = !is_endless(i) && next.size() == 2 &&
                         std::any_of(next.begin(), next.end(), [&](std::uint32_t block) {
                           return block != kExitBlock && is_endless(block);
                         });
    if (!decides) continue;
    // The last comparison in front of the branch.
    for (std::uint32_t at = blocks[i].end; at-- > blocks[i].first;) {
      if (function.body[at].opcode != "setp") continue;
      for (const std::uint32_t load : value_flow.loads_in(entry.first_instruction + at)) {
        const std::uint32_t place = places.find(load, AccessKind::read);
        if (place == 0 || !has_modifier(kernel_.instruction(load), "global")) continue;
        if (!is_first(Violation::Kind::flag_read_once)) return;
        Violation* violation = add(Violation::Kind::flag_read_once, place, place);
        if (violation == nullptr) continue;
        // The compiler gives the load any line; the branch has the loop's.
        violation->access =
            describe_instruction(entry.first_instruction + blocks[i].end - 1, 0, 0, 0);
        violation->access.has_block = false;
        violation->detail =
            "The word is read once, in front of the loop that waits for it: nothing says that "
            "another thread or the host may change it, so the compiler reads it no more, and who "
            "comes before it is set goes round for ever.";
      }
      break;
    }
  }
}

}  // namespace warpscope::exec::checks
