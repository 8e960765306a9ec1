#include "vgpu/exec/instructions/observed.h"

#include <bit>

#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/analysis/memory_order.h"
#include "vgpu/exec/analysis/modifiers.h"
#include "vgpu/exec/machine/block.h"

namespace warpscope::exec::observed {
namespace {

struct SyncForm {
  bool is_reduction;
  bool orders_memory;
};

// a: member masks. Each group tells of itself when it goes on.
const Operation* note_sync(WarpContext& c, const Operation* op) {
  if (!c.block->observers.any()) return op + 1;
  const std::uint32_t* masks = c.at<std::uint32_t>(op->a);
  for (std::uint32_t rest = c.active; rest != 0;) {
    const std::uint32_t members = masks[std::countr_zero(rest)];
    c.block->observers.tell(WarpSync{{c.warp_index, members}, op->form<SyncForm>().orders_memory});
    if (op->form<SyncForm>().is_reduction)
      c.block->observers.tell(WarpReduction{{c.warp_index, members}, op->instruction});
    rest &= ~members & (rest - 1);
  }
  return op + 1;
}

const Operation* note_fence(WarpContext& c, const Operation* op) {
  if (c.active != 0) c.block->observers.tell(Fence{{c.warp_index, c.active}, op->form<Scope>()});
  return op + 1;
}

// Whether the last operand is the mask of the lanes that come together.
bool has_members(const ptx::Instruction& instruction) {
  const Gathers gathers = meaning_of(instruction).gathers;
  return gathers != Gathers::nobody && has_modifier(instruction, "sync") &&
         (gathers == Gathers::lanes_or_barrier) == has_modifier(instruction, "warp");
}

}  // namespace

void emit_event(Builder& builder) {
  const ptx::Instruction& instruction = builder.instruction();
  if (has_members(instruction)) {
    const Slot members = builder.source(builder.operand_count() - 1, ptx::Type::b32);
    Operation& op = builder.emit(note_sync);
    op.a = members;
    const bool is_barrier = meaning_of(instruction).gathers == Gathers::lanes_or_barrier;
    op.set_form(SyncForm{instruction.opcode == "redux", is_barrier});
  } else if (meaning_of(instruction).memory == Memory::fence &&
             !has_modifier(instruction, "proxy")) {
    builder.emit(note_fence).set_form(scope_of(instruction));
  }
}

}  // namespace warpscope::exec::observed
