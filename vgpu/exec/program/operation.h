// A decoded instruction: what the machine's inner loop reads.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "vgpu/exec/program/operands.h"

namespace warpscope::exec {

struct WarpContext;
struct Operation;

/// Executes one operation for the active lanes of the running path and returns the next one, or
/// nullptr when the path cannot go on (WarpContext::stop says why).
using Handler = const Operation* (*)(WarpContext&, const Operation*);

/// Slot: place of a 32-lane value, its byte offset, a multiple of four, from the beginning of the
/// running function's registers. Lanes are contiguous (structure of arrays); a predicate is one
/// 32-bit mask. In front of the registers each frame has a preface, which no operation writes: the
/// values that are the same for the warp's whole life (thread indices, lane masks), and before them
/// those that are the same for the whole block (constants, parameters, block indices).
inline constexpr Slot kNoSlot = -1;
/// Bytes of the preface's values of the warp: three axes of the thread index and seven more rows.
inline constexpr std::int32_t kWarpValueBytes = 10 * 128;
/// True for a value that is the same in all lanes of the block.
constexpr bool is_block_wide(Slot slot) { return slot < -kWarpValueBytes; }
/// The place `bytes` behind that of `slot`.
constexpr Slot behind(Slot slot, std::uint32_t bytes) { return slot + static_cast<Slot>(bytes); }

#ifdef WARPSCOPE_SANITIZED
/// Its address tells one type of forms from another.
template <typename Form>
inline constexpr char type_mark = 0;
#endif

/// An operation has registers, and what its instruction states besides: for a family of operands.h
/// its member of the union; for all others a form, whose type only one file knows. It is one line
/// of the host's cache: a load of two places at once must not cross from one to the next.
struct alignas(64) Operation {
  Handler handler = nullptr;
  /// Registers: it writes d, and reads a, b and c. An instruction that writes or reads more has
  /// their first one here, or the others in its family or form.
  Slot d = kNoSlot, a = kNoSlot, b = kNoSlot, c = kNoSlot;
  std::uint32_t instruction = 0;  ///< index into ptx::Function::body
  std::uint32_t site = 0;         ///< index into Kernel::sites, where it has some
  union {
    OwnOperands own{};
    CountedOperands counted;  ///< of those whose first member this is too
    AccessOperands access;
    AtomicOperands atomic;
    WatchOperands watch;
    AsyncCopyOperands copy;
    TileOperands tiles;
    JumpOperands jump;
    CallOperands call;
    GroupOperands group;
  };

#ifdef WARPSCOPE_SANITIZED
  const void* type_of_form =
      nullptr;  ///< type_mark of what was set; tests of these builds check it
#endif

  /// What the instruction states, of a type that the file of its builder and handlers has. What is
  /// read must be what was set: builds with sanitizers end the program otherwise.
  template <typename Form>
  Form form() const {
    static_assert(std::is_trivially_copyable_v<Form> && sizeof(Form) <= sizeof own);
    Form form{};
#ifdef WARPSCOPE_SANITIZED
    if (type_of_form != &type_mark<Form>) __builtin_trap();
#endif
    std::memcpy(&form, own.bytes, sizeof form);
    return form;
  }
  template <typename Form>
  void set_form(const Form& form) {
    static_assert(std::is_trivially_copyable_v<Form> && sizeof(Form) <= sizeof own);
    std::memcpy(own.bytes, &form, sizeof form);
#ifdef WARPSCOPE_SANITIZED
    type_of_form = &type_mark<Form>;
#endif
  }
};
#ifndef WARPSCOPE_SANITIZED
static_assert(sizeof(Operation) == 64);
#endif

}  // namespace warpscope::exec
