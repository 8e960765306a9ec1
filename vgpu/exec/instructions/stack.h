// The thread's stack beside its functions' variables, PTX ISA manual section 9.7.19: alloca,
// stacksave, stackrestore. It grows downwards from the end of the thread's local memory, whose
// last eight bytes hold how far it has grown.
#pragma once

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::stack {

/// True when the function has one of these instructions.
bool is_used(const ptx::Function& function);

/// At the beginning of each function of a kernel in which one of them uses the stack: stops the
/// launch when the function's variables have no room. With `saves` also keeps in the function's
/// frame how far the stack had grown, and returns where.
Slot emit_enter(Builder& builder, bool saves);
/// Before the return of a function that uses the stack: gives back what it took.
void emit_leave(Builder& builder, Slot saved);

}  // namespace warpscope::exec::stack
