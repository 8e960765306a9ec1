#include "vgpu/exec/instructions/watched_access.h"

#include <bit>

#include "vgpu/counting/l1_banks.h"
#include "vgpu/exec/access/report.h"
#include "vgpu/exec/instructions/memory_handlers.h"

namespace warpscope::exec::memory_access {
namespace {

// Three operations: this one, then the access by the way on which the observer is told, then the
// plain kernel's. extra: bytes of a lane's access and of its register, and whether it is a store.
constexpr std::uint32_t kOperations = 3;

const Operation* access_slowly(WarpContext& c, const Operation* op) {
  const Operation* after = op[1].handler(c, op + 1);
  return after == nullptr ? nullptr : op + kOperations;
}

void tell(WarpContext& c, const Operation* op, ptx::Space space, const LaneAddresses& addresses,
          std::byte* first_host, AddressPattern pattern) {
  const std::uint32_t bytes = op->watch.access_bytes;
  report_pattern(c, op[2], op->site, space, addresses, bytes, op->watch.is_store, first_host,
                 pattern);
}

// The addresses have a frame of their own, so that the handlers below end with a call that needs
// none: a loop would fill the stack with them. False where the observer was not told.
[[gnu::noinline]] bool tell_of_global(WarpContext& c, const Operation* op) {
  const std::uint32_t bytes = op->watch.access_bytes;
  const std::uint64_t* lanes = c.at<std::uint64_t>(op->a);
  const std::uint64_t first = lanes[0] + static_cast<std::uint64_t>(op->watch.offset);
  const AccessCache& cache = c.access_cache[op->site];
  if (!c.block->observers.any() || cache.saved != nullptr ||
      !is_contiguous(c, cache, lanes, first, bytes))
    return false;
  alignas(64) LaneAddresses addresses;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
    addresses[lane] = first + std::uint64_t{lane} * bytes;
  tell(c, op, ptx::Space::global, addresses, cache.host + (first - cache.begin),
       AddressPattern::neighbours);
  if (c.trace != nullptr) {
    const std::uint64_t last = first + std::uint64_t{kWarpSize} * bytes - 1;
    c.trace->add_run(op->site, first >> 5,
                     static_cast<std::uint32_t>((last >> 5) - (first >> 5) + 1));
    if (!op->watch.is_store) c.trace->add_bank_words(op->site, words_of_neighbours(bytes));
  }
  return true;
}

const Operation* watch_global(WarpContext& c, const Operation* op) {
  if (!tell_of_global(c, op)) return access_slowly(c, op);
  return op[2].handler(c, op + 2);
}

constexpr std::uint32_t kLineBytes = 128, kWordBytes = 4;

// Lanes that have all words of a line, as neighbours or exchanged.
template <typename A>
bool tell_of_line(WarpContext& c, const Operation* op) {
  const A* base = c.at<A>(op->a);
  const auto offset = static_cast<std::uint32_t>(op->watch.offset);
  const std::uint32_t first = static_cast<std::uint32_t>(base[0]) + offset;
  std::uint32_t different = 0;
#pragma GCC ivdep
  for (std::uint32_t i = 0; i < kWarpSize; ++i)
    different |= (static_cast<std::uint32_t>(base[i]) + offset) ^ first ^ (i * kWordBytes);
  return different == 0 && first % kWordBytes == 0 &&
         first / kLineBytes < c.block->shared.size() / kLineBytes &&
         report_line(c, op[2], op->site, first, op->watch.is_store);
}

// The plain kernel's handler has a short way for neighbours, and for words of one line.
template <typename A>
[[gnu::noinline]] bool tell_of_shared(WarpContext& c, const Operation* op) {
  const std::uint32_t bytes = op->watch.access_bytes;
  const A* base = c.at<A>(op->a);
  const auto offset = static_cast<std::uint32_t>(op->watch.offset);
  const std::uint32_t first = static_cast<std::uint32_t>(base[0]) + offset;
  const auto shift = static_cast<std::uint32_t>(std::countr_zero(bytes));  // quicker than a product
  std::uint32_t different = 0, exchanged = 0;
#pragma GCC ivdep
  for (std::uint32_t i = 0; i < kWarpSize; ++i) {
    const std::uint32_t at = static_cast<std::uint32_t>(base[i]) + offset;
    different |= at ^ (first + (i << shift));
    exchanged |= at ^ first ^ (i << shift);
  }
  const std::size_t limit = c.block->shared.size();
  const std::uint32_t line = first & ~(kLineBytes - 1);
  const bool are_neighbours =
      different == 0 && std::uint64_t{first} + std::uint64_t{kWarpSize} * bytes <= limit;
  const bool may_be_on_a_line = bytes == kWordBytes && op->watch.register_bytes == kWordBytes &&
                                std::uint64_t{line} + kLineBytes <= limit;
  if (!c.block->observers.any() || !c.is_full() || (first & (bytes - 1)) != 0 ||
      !(are_neighbours || may_be_on_a_line))
    return false;
  // Lanes that exchange are on a line, too.
  if (!are_neighbours && exchanged != 0) {
    std::uint32_t apart = 0;
    for (std::uint32_t i = 0; i < kWarpSize; ++i)
      apart |= (static_cast<std::uint32_t>(base[i]) + offset) ^ first;
    if (apart >= kLineBytes || (apart & (bytes - 1)) != 0) return false;
  }
  alignas(64) LaneAddresses addresses;
  for (std::uint32_t i = 0; i < kWarpSize; ++i)
    addresses[i] = static_cast<std::uint32_t>(base[i]) + offset;
  const AddressPattern pattern = are_neighbours   ? AddressPattern::neighbours
                                 : exchanged == 0 ? AddressPattern::exchanged
                                                  : AddressPattern::any;
  tell(c, op, ptx::Space::shared, addresses, c.block->shared.data() + first, pattern);
  return true;
}

template <typename A>
const Operation* watch_shared(WarpContext& c, const Operation* op) {
  const bool is_of_words =
      op->watch.access_bytes == kWordBytes && op->watch.register_bytes == kWordBytes;
  const bool is_told =
      is_of_words && c.is_full() && c.block->observers.any() && tell_of_line<A>(c, op);
  if (!is_told && !tell_of_shared<A>(c, op)) return access_slowly(c, op);
  return op[2].handler(c, op + 2);
}

// Where the handler of a plain kernel may go a short way.
Handler watching(const AccessForm& form, const Operation& access, std::uint32_t access_bytes) {
  constexpr std::uint32_t kMostSharedBytes = 4;
  if (access.access.has_other_requests || (access.access.pieces & 15) != kWholePiece)
    return nullptr;
  const bool is_wide_address = form.address_lane_bytes == 8;
  if (form.space == ptx::Space::global) return is_wide_address ? watch_global : nullptr;
  if (form.space != ptx::Space::shared || form.vector_length != 1 ||
      access_bytes > kMostSharedBytes)
    return nullptr;
  return is_wide_address ? watch_shared<std::uint64_t> : watch_shared<std::uint32_t>;
}

}  // namespace

void emit_watched(Builder& builder, const AccessForm& form, const Operation& access,
                  std::uint32_t access_bytes) {
  const auto emit = [&](Handler handler) -> Operation& {
    Operation& op = builder.emit(handler);
    const std::uint32_t instruction = op.instruction;
    op = access;
    op.handler = handler;
    op.instruction = instruction;
    return op;
  };
  const Handler watch = watching(form, access, access_bytes);
  if (watch != nullptr) {
    Operation& op = emit(watch);
    op.watch = {access.access.offset, access_bytes, form.lane_bytes, form.is_store};
  }
  emit(select_access(form)).access.is_told = true;
  if (watch == nullptr) return;
  AccessForm plain = form;
  plain.is_observed = false;
  emit(select_access(plain));
}

}  // namespace warpscope::exec::memory_access
