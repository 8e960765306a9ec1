// Operations of kernels that are lowered to be traced (Kernel::is_traced). They stand around the
// plain kernel's, which do what they always do.
#pragma once

#include "vgpu/exec/builder/builder.h"
#include "vgpu/exec/instructions/select_memory.h"

namespace warpscope::exec::traced {

/// In front of an access of `access_bytes` per lane: notes the sectors where all lanes lie side by
/// side, which the access itself would tell nobody. Nothing for one that always tells of itself.
void emit_contiguous(Builder& builder, const memory_access::AccessForm& form,
                     const Operation& access, std::uint32_t access_bytes);

/// Behind an instruction whose sites begin with `first_site`: takes down what it has counted.
void emit_end(Builder& builder, std::uint32_t first_site);

}  // namespace warpscope::exec::traced
