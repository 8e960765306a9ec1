// Operations in front of accesses by which blocks see each other's work (AccessSite::is_contact).
// Kernels have them that are traced and may wait for other blocks (Kernel::has_contacts).
#pragma once

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::contacts {

/// Marks the kernel's sites from `first_site` on, which are the instruction's, if it is one.
void mark(Kernel& kernel, std::size_t first_site, const ptx::Instruction& instruction);

/// In front of it and of its guard: where the warp has its turns by time, it goes on if it may make
/// a contact, and ends its turn if not.
void emit_in_front(Builder& builder);

}  // namespace warpscope::exec::contacts
