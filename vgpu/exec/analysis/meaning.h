// What an instruction means, as far as the analyses of a kernel must know.
//
// The rows are in the instruction table (vgpu/exec/instructions), beside what builds the
// instruction. An opcode without a row, and whatever a row does not say, is taken for the unsafe
// case.
#pragma once

#include <cstdint>

#include "vgpu/exec/analysis/pipes.h"
#include "vgpu/ptx/module.h"

namespace warpscope::exec {

/// What is executed next.
enum class Flow : std::uint8_t {
  next,             ///< the next instruction
  branch,           ///< the first operand is a label
  branch_by_table,  ///< the second operand is a table of labels
  call,             ///< the next instruction, when the function returns
  breakpoint,       ///< the next instruction; without a debugger nothing, and the launch ends
  leave,            ///< nothing: the function ends, or the thread in the kernel's own
  exit,             ///< nothing: the thread ends
  trap              ///< nothing: the launch ends
};

/// Whether the first operand is set, if it is a register, a vector or a pair. All others are read.
enum class Sets : std::uint8_t { first, nothing, first_if_reducing };

/// Whether lanes may get different results where they have the same operands.
enum class Lanes : std::uint8_t {
  differ,       ///< they may
  as_operands,  ///< only where operands differ
  same,         ///< all get the same, whatever the operands
  as_selector   ///< shfl: with .idx, the same where all name the same lane
};

/// What it does to memory that accesses of this or of other threads see.
enum class Memory : std::uint8_t {
  anything,  ///< reads and writes anything, and orders other accesses
  none,
  load,
  load_of_constants,  ///< ldu: of what does not change
  store,
  atomic,             ///< and gives the old value
  reduction,          ///< atomic, without it
  matrix_load,        ///< reads, in its state space
  matrix_load_store,  ///< reads, or with .store writes as well
  fence,
  barrier,   ///< of a block, or with .warp of a warp
  call,      ///< what the function does
  copy,      ///< asynchronous, or with .reduce a reduction
  of_block,  ///< keeps accesses around it apart, but shows nothing of other blocks
  // Through a texture or surface, of which other accesses see nothing until the launch ends:
  image_load,
  image_store
};

/// Who comes together before it is executed.
enum class Gathers : std::uint8_t {
  nobody,
  lanes,            ///< with .sync: those in the last operand
  lanes_or_barrier  ///< with .warp as well; otherwise warps at a barrier
};

/// What it computes, where an analysis follows values.
enum class Value : std::uint8_t {
  other,
  copy,         ///< mov
  address,      ///< cvta
  negative,     ///< -a
  conversion,   ///< cvt
  sum,          ///< a + b
  difference,   ///< a - b
  conjunction,  ///< a & b
  disjunction,  ///< a | b
  exclusive_or,
  complement,  ///< ~a
  left_shift,
  right_shift,
  product,
  product_sum,  ///< a * b + c
  quotient,
  smaller,    ///< min
  larger,     ///< max
  selection,  ///< c ? a : b
  comparison  ///< setp
};

struct Meaning {
  Flow flow = Flow::next;
  Sets sets = Sets::first;
  /// All lanes of the path must reach it together (barriers, shuffles): a guard becomes a branch
  /// around it.
  bool is_collective = false;
  /// ptxas 13.0 leaves it out when nobody reads what it sets. Divisions and roots stay, because
  /// they become code with branches of its own.
  bool is_left_out_unread = false;
  /// What it sets depends on nothing but its operands, and it does nothing else.
  bool is_pure = false;
  Lanes lanes = Lanes::differ;
  Memory memory = Memory::anything;
  Gathers gathers = Gathers::nobody;
  Value value = Value::other;
  /// Where pipe_of() has no rule for it: conversions, accesses and branches have.
  Pipes pipes{};
  bool uses_stack = false;  ///< alloca and what belongs to it

  constexpr Meaning of(Value computed) const {
    Meaning result = *this;
    result.value = computed;
    return result;
  }
  constexpr Meaning of(Lanes each) const {
    Meaning result = *this;
    result.lanes = each;
    return result;
  }
  constexpr Meaning on(const Pipes& each) const {
    Meaning result = *this;
    result.pipes = each;
    return result;
  }
  constexpr Meaning on(Pipe pipe) const { return on(of_all_numbers(pipe)); }
};

/// Computes registers out of others, each lane for itself.
inline constexpr Meaning kComputes{.is_left_out_unread = true,
                                   .is_pure = true,
                                   .lanes = Lanes::as_operands,
                                   .memory = Memory::none};
/// The same, but ptxas keeps it.
inline constexpr Meaning kComputesAndStays{
    .is_pure = true, .lanes = Lanes::as_operands, .memory = Memory::none};
/// Computes registers, but not only out of its operands: with the carry, say.
inline constexpr Meaning kComputesFromMore{.lanes = Lanes::as_operands, .memory = Memory::none};
/// Does nothing that a program sees, and sets nothing.
inline constexpr Meaning kHint{.sets = Sets::nothing, .memory = Memory::none};

/// Of an instruction's opcode; that of Meaning{} when the table does not have it. Defined by the
/// instruction table.
const Meaning& meaning_of(const ptx::Instruction& instruction);

}  // namespace warpscope::exec
