// Instructions that only concern caches, PTX ISA manual sections 9.7.9.14 to 9.7.9.18. The machine
// has none, so that they change nothing; prefetch of a tensor map is refused with all that needs
// tensor maps.

#include "vgpu/exec/instructions/memory.h"
#include "vgpu/exec/instructions/select_memory.h"

namespace warpscope::exec::memory_access {

void build_prefetch(Builder& builder) {
  builder.take_all({"global", "local", "L1", "L2", "L2::evict_last", "L2::evict_normal"});
  builder.address(0, ptx::Space::global);
}

// applypriority and discard. What discard destroys need not change.
void build_discard(Builder& builder) {
  builder.take_all({"global", "L2", "L2::evict_normal"});
  builder.address(0, ptx::Space::global);
  if (builder.literal(builder.operand(1)) != 128) builder.unsupported("a size other than 128");
}

// A policy is opaque; nothing here looks at its bits.
void build_createpolicy(Builder& builder) {
  builder.take_all({"fractional", "range", "cvt", "global", "L2", "L2::evict_last",
                    "L2::evict_normal", "L2::evict_first", "L2::evict_unchanged"});
  builder.take("L2::evict_unchanged");
  builder.take("L2::evict_first");
  const ptx::Type type = builder.need_type();
  if (type != ptx::Type::b64) builder.unsupported("this type");
  const Slot d = builder.destination(0, type);
  const Slot a = builder.constant(0, 8);
  Operation& op = builder.emit(select_copy(8));
  op.d = d;
  op.a = a;
}

}  // namespace warpscope::exec::memory_access
