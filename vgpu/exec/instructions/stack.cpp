#include "vgpu/exec/instructions/stack.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/builder/sizes.h"
#include "vgpu/exec/machine/block.h"

namespace warpscope::exec::stack {
namespace {

constexpr std::uint64_t kTopBytes = 16;  // at the end: the eight bytes, aligned as the stack is
constexpr std::uint64_t kLeastAlignment = 8;

std::byte* top_bytes(const WarpContext& c, std::uint32_t lane) {
  return c.local + (lane + 1) * c.block->local_bytes - kTopBytes;
}

/// How many bytes of the lane's stack are taken. A wild store of the program may have changed it.
std::uint64_t taken(const WarpContext& c, std::uint32_t lane) {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, top_bytes(c, lane), sizeof bytes);
  return std::min(bytes, c.block->local_bytes - kTopBytes);
}
void set_taken(WarpContext& c, std::uint32_t lane, std::uint64_t bytes) {
  std::memcpy(top_bytes(c, lane), &bytes, sizeof bytes);
  c.local_written = c.block->local_bytes;
}

/// Bytes between the running function's variables and the end of the stack.
std::uint64_t room(const WarpContext& c) {
  const auto frame = c.nodes[static_cast<std::size_t>(c.running)].frame;
  const Frame& running = *c.frames[static_cast<std::size_t>(frame)];
  return c.block->local_bytes - kTopBytes -
         std::min(c.block->local_bytes - kTopBytes,
                  running.local_begin + running.function->local_bytes);
}

const Operation* overflow(WarpContext& c, const Operation* op, std::uint32_t lane) {
  return raise(c, op, Fault::Kind::stack_overflow, 1U << lane,
               "The thread's stack of " + std::to_string(c.block->local_bytes) +
                   " bytes has no room for alloca(). "
                   "cudaDeviceSetLimit(cudaLimitStackSize, …) makes it larger.");
}

// d: where the bytes taken are kept, or kNoSlot.
const Operation* enter(WarpContext& c, const Operation* op) {
  if (c.block->local_bytes < kTopBytes)
    return overflow(c, op, static_cast<std::uint32_t>(std::countr_zero(c.active)));
  const std::uint64_t most = room(c);
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const std::uint64_t bytes = taken(c, lane);
    if (bytes > most) return overflow(c, op, lane);
    if (op->d != kNoSlot) c.at<std::uint64_t>(op->d)[lane] = bytes;
  }
  return op + 1;
}

const Operation* leave(WarpContext& c, const Operation* op) {
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    set_taken(c, lane, c.at<std::uint64_t>(op->a)[lane]);
  }
  return op + 1;
}

struct AllocationForm {
  std::uint64_t alignment;
};

// d: the address in local space, a: the size in bytes.
template <typename T>
const Operation* allocate(WarpContext& c, const Operation* op) {
  const std::uint64_t most = room(c), end = c.block->local_bytes - kTopBytes;
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const std::uint64_t old = taken(c, lane), size = c.at<T>(op->a)[lane];
    if (old > most || size > most - old) return overflow(c, op, lane);
    const std::uint64_t place = (end - old - size) & ~(op->form<AllocationForm>().alignment - 1);
    if (end - place > most) return overflow(c, op, lane);
    set_taken(c, lane, end - place);
    c.at<T>(op->d)[lane] = static_cast<T>(place);
  }
  return op + 1;
}

// The stack pointer is the address of what was taken last.
template <typename T>
const Operation* save(WarpContext& c, const Operation* op) {
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    c.at<T>(op->d)[lane] = static_cast<T>(c.block->local_bytes - kTopBytes - taken(c, lane));
  }
  return op + 1;
}

template <typename T>
const Operation* restore(WarpContext& c, const Operation* op) {
  const std::uint64_t most = room(c), end = c.block->local_bytes - kTopBytes;
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const std::uint64_t pointer = c.at<T>(op->a)[lane];
    if (pointer > end || end - pointer > most) return overflow(c, op, lane);
    set_taken(c, lane, end - pointer);
  }
  return op + 1;
}

/// Bytes of a pointer: the type is u32 or u64.
ptx::Type take_pointer_type(Builder& builder) {
  const ptx::Type type = builder.need_type();
  if (type != ptx::Type::u32 && type != ptx::Type::u64) builder.unsupported("this type");
  return type;
}

}  // namespace

bool is_used(const ptx::Function& function) {
  return std::any_of(function.body.begin(), function.body.end(),
                     [](const auto& instruction) { return meaning_of(instruction).uses_stack; });
}

Slot emit_enter(Builder& builder, bool saves) {
  const Slot saved = saves ? builder.scratch(sizeof(std::uint64_t) * kWarpSize) : kNoSlot;
  builder.emit(enter).d = saved;
  return saved;
}

void emit_leave(Builder& builder, Slot saved) { builder.emit(leave).a = saved; }

void build_alloca(Builder& builder) {
  const ptx::Type type = take_pointer_type(builder);
  const std::int64_t alignment =
      builder.operand_count() > 2 ? builder.literal(builder.operand(2)) : kLeastAlignment;
  if (alignment < 1 || alignment > (1 << 23) ||
      !std::has_single_bit(static_cast<std::uint64_t>(alignment)))
    builder.unsupported("an alignment that is no power of two up to 2^23");
  const Slot size = builder.source(1, type);
  const Slot d = builder.destination(0, type);
  Operation& op =
      builder.emit(type == ptx::Type::u64 ? allocate<std::uint64_t> : allocate<std::uint32_t>);
  op.d = d;
  op.a = size;
  op.set_form(AllocationForm{
      static_cast<std::uint64_t>(std::max<std::int64_t>(alignment, kLeastAlignment))});
}

void build_stacksave(Builder& builder) {
  const ptx::Type type = take_pointer_type(builder);
  const Slot d = builder.destination(0, type);
  builder.emit(type == ptx::Type::u64 ? save<std::uint64_t> : save<std::uint32_t>).d = d;
}

void build_stackrestore(Builder& builder) {
  const ptx::Type type = take_pointer_type(builder);
  const Slot pointer = builder.source(0, type);
  builder.emit(type == ptx::Type::u64 ? restore<std::uint64_t> : restore<std::uint32_t>).a =
      pointer;
}

}  // namespace warpscope::exec::stack
