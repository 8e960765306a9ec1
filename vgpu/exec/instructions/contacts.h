// Operations in front of accesses by which blocks see each other's work (AccessSite::is_contact).
// Kernels have them that are traced and may wait for other blocks (Kernel::has_contacts).
#pragma once

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::contacts {

/// Whether the instruction is one.
bool is_contact(const ptx::Instruction& instruction);

/// In front of it and of its guard: where the warp has its turns by time, it goes on if it may make
/// a contact, and ends its turn if not.
void emit_in_front(Builder& builder);

}  // namespace warpscope::exec::contacts
