// What a kernel can reach: the functions that it may call and the shared variables that they name.
#pragma once

#include <vector>

#include "vgpu/exec/program/program.h"

namespace warpscope::exec {

struct Reachable {
  /// Functions with a body: the entry first, then in the order in which they are found.
  std::vector<const ptx::Function*> functions;
  /// Variables of module scope in shared space that these functions name, in the module's order.
  std::vector<const ptx::Variable*> shared_variables;
  /// They read %reserved_smem_offset_*: cooperative groups of several warps keep data there.
  bool uses_reserved_shared = false;
  bool has_recursion = false;      ///< a function can reach itself
  bool has_indirect_call = false;  ///< then every function whose address is taken is reachable
};

Reachable find_reachable(const Program& program, const ptx::Function& entry);

/// Of all the functions: analysis/ordering.h.
bool is_ordered(const Reachable& reachable);
bool sees_other_blocks(const Reachable& reachable);
bool reads_clock(const Reachable& reachable);
bool may_wait_for_blocks(const Reachable& reachable);
/// Kernel::has_contacts, where it is traced.
bool has_contacts(const Reachable& reachable);
bool can_be_undone(const Reachable& reachable);

}  // namespace warpscope::exec
