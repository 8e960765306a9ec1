#include "vgpu/exec/instructions/others_words.h"

#include <bit>
#include <cstring>

#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/analysis/modifiers.h"
#include "vgpu/exec/instructions/lanes.h"
#include "vgpu/exec/machine/block.h"

namespace warpscope::exec::others_words {
namespace {

/// What an instruction does to shared memory, as far as it may be its memory.
enum class Use : std::uint8_t {
  none,
  load,
  store,
  store_known,   ///< of no data (Builder::is_of_data())
  change,        ///< an atomic
  change_known,  ///< of no data
  load_matrix,   ///< of which each lane gets what other lanes' addresses name
  store_matrix
};

struct Form {
  std::int64_t offset;
  std::uint32_t size_bytes;
  std::uint32_t lane_bytes;  ///< of the register with the address
};

/// Neither shared nor generic.
bool is_elsewhere(const ptx::Instruction& instruction) {
  return has_modifier(instruction, "global") || is_of_other_space(instruction);
}

Use use_of(const ptx::Instruction& instruction) {
  if (is_elsewhere(instruction)) return Use::none;
  if (instruction.opcode == "stmatrix") return Use::store_matrix;
  switch (meaning_of(instruction).memory) {
    case Memory::load:
      return Use::load;
    case Memory::store:
      return Use::store;
    case Memory::atomic:
    case Memory::reduction:
      return Use::change;
    case Memory::matrix_load:
      return Use::load_matrix;
    case Memory::matrix_load_store:
      return has_modifier(instruction, "store")  ? Use::store_matrix
             : has_modifier(instruction, "load") ? Use::load_matrix
                                                 : Use::none;
    default:
      return Use::none;
  }
}

bool gives_value(const ptx::Instruction& instruction, Use use) {
  return use == Use::load || use == Use::load_matrix ||
         (use == Use::change && meaning_of(instruction).memory == Memory::atomic);
}

/// Offset in the block's shared memory, from one or from a generic address; of others one that is
/// in no block's.
std::uint64_t offset_of(WarpContext& c, const Operation* op, const Form& form, std::uint32_t lane) {
  if (form.lane_bytes != sizeof(std::uint64_t))
    return c.at<std::uint32_t>(op->a)[lane] + static_cast<std::uint32_t>(form.offset);
  const std::uint64_t address =
      c.at<std::uint64_t>(op->a)[lane] + static_cast<std::uint64_t>(form.offset);
  const std::uint64_t offset = address - memory::kSharedWindowBase;
  return offset < memory::kWindowBytes ? offset : address;
}

// a: addresses. Notes who writes, and which lanes are to read zeros.
template <Use kUse>
const Operation* begin(WarpContext& c, const Operation* op) {
  SharedWriters& writers = c.block->shared_writers;
  if (!writers.is_on()) return next(c, op);
  const auto form = op->form<Form>();
  c.others_words = 0;
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const std::uint32_t thread = c.warp_index * kWarpSize + lane;
    const std::uint64_t offset = offset_of(c, op, form, lane);
    if (kUse != Use::store && kUse != Use::store_known &&
        writers.has_of_another(offset, form.size_bytes, thread))
      c.others_words |= 1U << lane;
    if constexpr (kUse == Use::store) writers.write(offset, form.size_bytes, thread);
    if constexpr (kUse == Use::store_known) writers.clear(offset, form.size_bytes);
    if constexpr (kUse == Use::change) writers.change(offset, form.size_bytes, thread);
  }
  return next(c, op);
}

template <Use kUse>
const Operation* begin_matrix(WarpContext& c, const Operation* op) {
  SharedWriters& writers = c.block->shared_writers;
  if (!writers.is_on()) return next(c, op);
  if constexpr (kUse == Use::load_matrix) c.others_words = c.active;
  if constexpr (kUse == Use::store_matrix) writers.write_all();
  return next(c, op);
}

struct Width {
  std::uint32_t lane_bytes;
};

// d: what was loaded.
const Operation* forget(WarpContext& c, const Operation* op) {
  if (!c.block->shared_writers.is_on()) return next(c, op);
  const std::uint32_t lane_bytes = op->form<Width>().lane_bytes;
  for (std::uint32_t rest = c.others_words & c.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    std::memset(c.at<std::byte>(op->d) + std::size_t{lane} * lane_bytes, 0, lane_bytes);
  }
  return next(c, op);
}

void emit_forget(Builder& builder, const ptx::Operand& destination) {
  if (destination.kind != ptx::Operand::Kind::reg) return;
  const Sized sized = builder.any_destination(destination);
  Operation& op = builder.emit(forget);
  op.d = sized.slot;
  op.set_form(Width{sized.lane_bytes});
}

Handler handler_of(Use use, bool is_of_data) {
  if (!is_of_data && use == Use::store) return begin<Use::store_known>;
  if (!is_of_data && use == Use::change) return begin<Use::change_known>;
  switch (use) {
    case Use::load:
      return begin<Use::load>;
    case Use::store:
      return begin<Use::store>;
    case Use::change:
      return begin<Use::change>;
    case Use::load_matrix:
      return begin_matrix<Use::load_matrix>;
    default:
      return begin_matrix<Use::store_matrix>;
  }
}

}  // namespace

void emit_begin(Builder& builder) {
  const ptx::Instruction& instruction = builder.instruction();
  const Use use = use_of(instruction);
  if (use == Use::none) return;
  const Handler handler = handler_of(use, builder.is_of_data());
  if (use == Use::load_matrix || use == Use::store_matrix) {
    builder.emit(handler);
    return;
  }
  const AddressOperand address =
      builder.address(gives_value(instruction, use) ? 1 : 0, ptx::Space::generic);
  Operation& op = builder.emit(handler);
  op.a = address.slot;
  op.set_form(Form{address.offset, accessed_bytes(instruction), address.lane_bytes});
}

void emit_end(Builder& builder) {
  const ptx::Instruction& instruction = builder.instruction();
  const Use use = use_of(instruction);
  if (use == Use::none || !gives_value(instruction, use)) return;
  const ptx::Operand& to = builder.operand(0);
  if (to.kind != ptx::Operand::Kind::vector) return emit_forget(builder, to);
  for (const ptx::Operand& element : to.elements) emit_forget(builder, element);
}

}  // namespace warpscope::exec::others_words
