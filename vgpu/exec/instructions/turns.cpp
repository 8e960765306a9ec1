#include "vgpu/exec/instructions/turns.h"

#include <algorithm>
#include <bit>

#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/analysis/memory_order.h"
#include "vgpu/exec/analysis/modifiers.h"
#include "vgpu/exec/instructions/lanes.h"
#include "vgpu/exec/machine/block.h"

namespace warpscope::exec::turns {
namespace {

const Operation* lose_turn(WarpContext& c, const Operation* op) {
  c.accesses_left = -1;
  c.suspend(op + 1);
  c.stop = Stop::slice;
  return nullptr;
}

const Operation* give_way(WarpContext& c, const Operation* op) {
  return --c.accesses_left < 0 ? lose_turn(c, op) : next(c, op);
}

const Operation* make_stores(WarpContext& c, const Operation* op) {
  c.held_stores.make_all();
  return next(c, op);
}

struct AddressForm {
  std::int64_t offset;
  std::uint32_t size_bytes;
  std::uint32_t lane_bytes;  ///< of the register with the address
};

std::uint64_t address_of(WarpContext& c, const Operation* op, AddressForm form,
                         std::uint32_t lane) {
  const std::uint64_t base = form.lane_bytes == sizeof(std::uint64_t)
                                 ? c.at<std::uint64_t>(op->a)[lane]
                                 : c.at<std::uint32_t>(op->a)[lane];
  return base + static_cast<std::uint64_t>(form.offset);
}

// a: addresses. Nothing that another access has to see stays held back, and perhaps this store is.
template <bool kMayHold>
const Operation* begin_access(WarpContext& c, const Operation* op) {
  HeldStores& held = c.held_stores;
  const bool holds = kMayHold && held.holds_now;
  if (!holds && held.is_empty()) return next(c, op);
  const auto form = op->form<AddressForm>();
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const std::uint64_t address = address_of(c, op, form, lane);
    const memory::Allocation* allocation = c.block->memory->find(address);
    if (allocation == nullptr) continue;
    const std::uint64_t offset = address - allocation->address;
    if (form.size_bytes > allocation->size_bytes - offset) continue;
    std::byte* at = allocation->host + offset;
    if (held.has(at, form.size_bytes)) held.make_all();
    // Another thread may give memory of the heap back meanwhile, and then its pages are gone.
    if (holds && !allocation->is_on_heap) held.begin(at, form.size_bytes);
  }
  return next(c, op);
}

const Operation* end_store(WarpContext& c, const Operation* op) {
  c.held_stores.end();
  return next(c, op);
}

// Others have the time to see it, and not what was stored before.
const Operation* end_strong_access(WarpContext& c, const Operation* op) {
  if (c.held_stores.is_empty()) return next(c, op);
  c.rounds_to_wait = c.held_stores.rounds_to_wait;
  return lose_turn(c, op);
}

/// Accesses that do not order what was stored before.
bool is_relaxed_access(const ptx::Instruction& instruction) {
  const Memory memory = meaning_of(instruction).memory;
  const Ordering ordering = ordering_of(instruction);
  return (memory == Memory::store || memory == Memory::atomic || memory == Memory::reduction) &&
         (ordering == Ordering::weak || ordering == Ordering::relaxed) &&
         !has_modifier(instruction, "async");
}

bool is_plain_store(const ptx::Instruction& instruction) {
  return meaning_of(instruction).memory == Memory::store &&
         ordering_of(instruction) == Ordering::weak;
}

bool is_access(Memory memory) {
  switch (memory) {
    case Memory::load:
    case Memory::store:
    case Memory::atomic:
    case Memory::reduction:
    case Memory::matrix_load:
    case Memory::matrix_load_store:
    case Memory::copy:
    case Memory::image_load:
    case Memory::image_store:
      return true;
    default:
      return false;
  }
}

/// Relaxed, of global memory as far as is known, and not wider than what can be held back.
bool is_followed(const ptx::Instruction& instruction) {
  const std::uint32_t size_bytes = accessed_bytes(instruction);
  return is_relaxed_access(instruction) && !is_of_other_space(instruction) &&
         !is_of_shared_space(instruction) && size_bytes != 0 &&
         size_bytes <= HeldStores::kMostBytes;
}

}  // namespace

void emit_in_front(Builder& builder) {
  const ptx::Instruction& instruction = builder.instruction();
  const Meaning& meaning = meaning_of(instruction);
  if (is_of_other_space(instruction)) return;
  const bool is_silent = meaning.memory == Memory::none && meaning.gathers == Gathers::nobody;
  const bool may_stay_held = is_silent ||
                             (is_relaxed_access(instruction) && is_of_shared_space(instruction)) ||
                             is_followed(instruction);
  if (!may_stay_held) builder.emit(make_stores);
  if (is_access(meaning.memory)) builder.emit(give_way);
}

void emit_begin(Builder& builder) {
  const ptx::Instruction& instruction = builder.instruction();
  if (!is_followed(instruction)) return;
  const bool returns_value = meaning_of(instruction).memory == Memory::atomic;
  const AddressOperand address = builder.address(returns_value ? 1 : 0, ptx::Space::generic);
  Operation& op =
      builder.emit(is_plain_store(instruction) ? begin_access<true> : begin_access<false>);
  op.a = address.slot;
  op.set_form(AddressForm{address.offset, accessed_bytes(instruction), address.lane_bytes});
}

void emit_end(Builder& builder) {
  const ptx::Instruction& instruction = builder.instruction();
  if (is_followed(instruction))
    builder.emit(is_plain_store(instruction) ? end_store : end_strong_access);
}

}  // namespace warpscope::exec::turns
