#include "vgpu/exec/instructions/contacts.h"

#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/analysis/memory_order.h"
#include "vgpu/exec/analysis/modifiers.h"
#include "vgpu/exec/instructions/lanes.h"
#include "vgpu/exec/machine/warp.h"

namespace warpscope::exec::contacts {
namespace {

const Operation* come_to_contact(WarpContext& c, const Operation* op) {
  if (!c.contacts.stops) return next(c, op);
  if (c.contacts.may_make) {
    c.contacts.may_make = false;
    return next(c, op);
  }
  c.contacts.at = op->instruction;
  c.suspend(op);
  c.stop = Stop::slice;
  return nullptr;
}

// Atomics that return nothing are among them: others see what they leave.
bool is_contact(const ptx::Instruction& instruction) {
  if (is_within_block(instruction)) return false;
  switch (meaning_of(instruction).memory) {
    case Memory::load:
    case Memory::store:
    case Memory::atomic:
    case Memory::reduction:
      return ordering_of(instruction) != Ordering::weak;
    default:
      return false;
  }
}

}  // namespace

void mark(Kernel& kernel, std::size_t first_site, const ptx::Instruction& instruction) {
  const bool marked = is_contact(instruction);
  for (std::size_t site = first_site; site < kernel.sites.size(); ++site)
    kernel.sites[site].is_contact = marked;
}

void emit_in_front(Builder& builder) {
  if (is_contact(builder.instruction())) builder.emit(come_to_contact);
}

}  // namespace warpscope::exec::contacts
