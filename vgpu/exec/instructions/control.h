// Control flow: the operations that the lowering itself emits.
#pragma once

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::control {

/// Begins a basic block: counts it, gives the scheduler its turn, and ends a path that has reached
/// its reconvergence point.
void emit_enter_block(Builder& builder, std::uint32_t block, std::uint32_t instructions);
/// A branch taken by the lanes whose predicate is true (false if `negated`); target and reconverge
/// are set later.
void emit_branch(Builder& builder, Slot predicate, bool negated);
/// An unconditional branch; target is set later.
void emit_jump(Builder& builder);
/// A branch to the target in Kernel::branch_tables[table] that each lane's index names: two
/// operations, whose reconvergence point is set later.
void emit_indexed_branch(Builder& builder, Slot index, std::size_t table);
/// Where lanes that went around a collective instruction reconverge with the others.
void emit_reconvergence(Builder& builder);
/// Narrows the active lanes to those whose guard holds, and goes to the operation's target when
/// there are none.
void emit_begin_guard(Builder& builder, Slot predicate, bool negated);
void emit_end_guard(Builder& builder);
void emit_exit(Builder& builder);
/// Stops the launch with Kernel::messages[message].
void emit_unsupported(Builder& builder, std::size_t message);

void build_nothing(
    Builder& builder);  ///< membar, fence, prefetch, nanosleep: no effect on results here

/// Reads the operands of a barrier: slot a its id, slot b its count of threads (kNoSlot: all of the
/// block, given as 0), which are the same in all lanes. False after raising a fault.
bool read_barrier(WarpContext& c, const Operation* op, std::uint32_t& id, std::uint32_t& threads);

/// Takes down in a trace that the active lanes come to a barrier.
void note_barrier(WarpContext& c, const Operation* op, std::uint32_t id, std::uint32_t threads,
                  bool waits);

}  // namespace warpscope::exec::control
