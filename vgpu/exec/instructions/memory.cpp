// ld and st, PTX ISA manual section 9.7.9.

#include "vgpu/exec/instructions/memory.h"

#include <algorithm>

#include "vgpu/exec/instructions/call.h"
#include "vgpu/exec/instructions/l1.h"
#include "vgpu/exec/instructions/memory_handlers.h"
#include "vgpu/exec/instructions/select_memory.h"
#include "vgpu/exec/instructions/traced.h"
#include "vgpu/exec/instructions/watched_access.h"

namespace warpscope::exec::memory_access {
namespace {

std::uint32_t take_vector_length(Builder& builder) {
  if (builder.take("v2")) return 2;
  if (builder.take("v4")) return 4;
  return 1;
}

bool is_constant_address(const ptx::Operand& address) {
  return address.kind == ptx::Operand::Kind::address && !address.elements.empty() &&
         address.elements[0].kind == ptx::Operand::Kind::symbol;
}

// ld.param with a constant address: the parameter is copied from the environment.
void build_ld_param(Builder& builder, ptx::Type type, std::uint32_t length) {
  const ptx::Operand& address = builder.operand(1);
  ptx::Space space = ptx::Space::generic;
  const auto offset = builder.symbol_value(address.elements[0].name, &space);
  if (!offset || space != ptx::Space::param)
    builder.unsupported("a parameter of a called function");
  const std::span<const ptx::Operand> to = elements_of(builder, builder.operand(0), length);
  for (std::uint32_t k = 0; k < length; ++k) {
    const Sized d = builder.any_destination(to[k]);
    const Slot from = builder.parameter(*offset + address.elements[0].bits + address.bits +
                                            std::uint64_t{k} * ptx::size_bytes(type),
                                        type, d.lane_bytes);
    const Handler handler = select_copy(d.lane_bytes);
    if (handler == nullptr) builder.unsupported("this width");
    Operation& op = builder.emit(handler);
    op.d = d.slot;
    op.a = from;
  }
}

AccessSite::Kind site_kind(ptx::Space space, bool is_store) {
  switch (space) {
    case ptx::Space::shared:
      return is_store ? AccessSite::Kind::shared_store : AccessSite::Kind::shared_load;
    case ptx::Space::local:
      return is_store ? AccessSite::Kind::local_store : AccessSite::Kind::local_load;
    case ptx::Space::constant:
    case ptx::Space::param:
      return AccessSite::Kind::constant_load;
    default:
      return is_store ? AccessSite::Kind::global_store : AccessSite::Kind::global_load;
  }
}

Slot literal_slot(Builder& builder, const ptx::Operand& literal, ptx::Type type,
                  std::uint32_t lane_bytes) {
  if (ptx::is_float(type)) return builder.source(literal, type);
  return builder.constant(literal.bits, lane_bytes);
}

// Which bytes of a vector load the program uses: nvcc may say so by a pragma, and ptxas sees which
// of the registers nobody reads. It leaves volatile loads as they are.
std::uint32_t used_bytes(Builder& builder, std::span<const ptx::Operand> elements,
                         std::uint32_t element_bytes) {
  constexpr std::uint32_t kAll = ~0u;
  const auto& modifiers = builder.instruction().modifiers;
  if (elements.size() == 1 ||
      std::find(modifiers.begin(), modifiers.end(), "volatile") != modifiers.end())
    return kAll;
  std::uint32_t used = builder.instruction().used_bytes_mask.value_or(kAll);
  const std::uint32_t one = (1u << element_bytes) - 1;
  for (std::size_t k = 0; k < elements.size(); ++k) {
    if (elements[k].kind == ptx::Operand::Kind::sink || !builder.is_read(elements[k]))
      used &= ~(one << (k * element_bytes));
  }
  return used;
}

ThreeWords three_words(ptx::Space space) {
  return space == ptx::Space::global || space == ptx::Space::shared ? ThreeWords::together
                                                                    : ThreeWords::apart;
}

void describe_to_observers(Builder& builder, std::uint32_t number,
                           std::span<const ptx::Operand> elements, ptx::Type type,
                           std::uint32_t lane_bytes, bool is_store) {
  // A generic access has three sites.
  for (std::uint32_t i = number; i < builder.kernel().sites.size(); ++i) {
    AccessSite& site = builder.site(i);
    site.element_bytes = static_cast<std::uint8_t>(ptx::size_bytes(type));
    site.register_bytes = static_cast<std::uint8_t>(lane_bytes);
    if (is_store) continue;
    site.used_bytes = used_bytes(builder, elements, ptx::size_bytes(type));
    const bool is_speculative =
        site.kind == AccessSite::Kind::local_load && builder.is_only_selected(elements.front());
    if (is_speculative && elements.size() == 1) site.used_bytes = 0;
    site.is_only_copied =
        std::all_of(elements.begin(), elements.end(),
                    [&](const ptx::Operand& element) { return builder.is_only_copied(element); });
  }
}

void build_access(Builder& builder, bool is_store) {
  take_ordering(builder);
  const ptx::Space space = take_space(builder);
  take_ordering(builder);
  const std::uint32_t length = take_vector_length(builder);
  const ptx::Type type = builder.need_type();
  check_cache_policy(builder, 2);
  if (space == ptx::Space::param) {
    const ptx::Operand& whole = builder.operand(is_store ? 0 : 1);
    const bool names_variable = whole.kind == ptx::Operand::Kind::address &&
                                !whole.elements.empty() &&
                                whole.elements[0].kind == ptx::Operand::Kind::symbol;
    const auto area =
        names_variable ? builder.frame_parameter(whole.elements[0].name) : std::nullopt;
    if (area) {
      call::build_parameter_access(builder, *area, whole.elements[0].bits + whole.bits, type,
                                   elements_of(builder, builder.operand(is_store ? 1 : 0), length),
                                   is_store);
      return;
    }
    if (is_store) builder.unsupported("a store to a parameter of the kernel");
  }
  if (space == ptx::Space::param && is_constant_address(builder.operand(1))) {
    build_ld_param(builder, type, length);
    return;
  }
  const AddressOperand address = builder.address(is_store ? 0 : 1, space);
  const std::span<const ptx::Operand> elements =
      elements_of(builder, builder.operand(is_store ? 1 : 0), length);
  Slot slots[4] = {kNoSlot, kNoSlot, kNoSlot, kNoSlot};
  std::uint32_t lane_bytes = 0;
  for (std::uint32_t k = 0; k < length; ++k) {
    // In a vector the handlers leave out what nobody wants; a lone value needs a place.
    if (!is_store && length > 1 && elements[k].kind == ptx::Operand::Kind::sink) continue;
    if (is_store && elements[k].kind == ptx::Operand::Kind::integer)
      continue;  // as wide as the registers
    const Sized sized =
        is_store ? builder.any_source(elements[k], type) : builder.any_destination(elements[k]);
    if (lane_bytes != 0 && sized.lane_bytes != lane_bytes)
      builder.unsupported("elements of different sizes");
    lane_bytes = sized.lane_bytes;
    slots[k] = sized.slot;
  }
  if (lane_bytes == 0) lane_bytes = std::max(2u, ptx::size_bytes(type));
  for (std::uint32_t k = 0; k < length; ++k) {
    if (is_store && elements[k].kind == ptx::Operand::Kind::integer)
      slots[k] = literal_slot(builder, elements[k], type, lane_bytes);
  }
  const AccessForm form{
      space, type, lane_bytes, length, address.lane_bytes, is_store, builder.is_observed()};
  const Handler handler = select_access(form);
  if (handler == nullptr) builder.unsupported("this combination of type and register");

  const std::uint32_t size_bytes = ptx::size_bytes(type) * length;
  Pieces pieces = is_store
                      ? Pieces{1, {{{0, static_cast<std::uint8_t>(size_bytes)}, {}}}}
                      : split_by_used_bytes(size_bytes, ptx::size_bytes(type),
                                            used_bytes(builder, elements, ptx::size_bytes(type)),
                                            three_words(space));
  if (builder.merged()) pieces = *builder.merged();
  const bool is_as_written = pieces.count == 1 && pieces.pieces[0].size_bytes == size_bytes;
  const bool is_fixed =
      space == ptx::Space::constant && is_constant_address(builder.operand(is_store ? 0 : 1));
  const std::uint32_t site = builder.add_site(
      is_fixed ? AccessSite::Kind::fixed_constant_load : site_kind(space, is_store),
      l1::use_of(builder.instruction()));
  if (space == ptx::Space::generic) {
    if (address.lane_bytes != 8) builder.unsupported("this address");
    builder.add_site(is_store ? AccessSite::Kind::shared_store : AccessSite::Kind::shared_load);
    builder.add_site(is_store ? AccessSite::Kind::local_store : AccessSite::Kind::local_load);
  }
  if (builder.is_observed())
    describe_to_observers(builder, site, elements, type, lane_bytes, is_store);
  Operation op;
  op.a = address.slot;
  op.site = site;
  op.access = {pieces.pack(), !is_as_written, false, address.offset, {}};
  std::copy(slots, slots + 4, op.access.registers);
  if (builder.is_observed()) {
    emit_watched(builder, form, op, size_bytes);
  } else {
    traced::emit_contiguous(builder, form, op, size_bytes);
    Operation& plain = builder.emit(handler);
    op.handler = plain.handler;
    op.instruction = plain.instruction;
    plain = op;
  }
  l1::emit_drop_if_acquiring(builder);
}

}  // namespace

void take_ordering(Builder& builder) {
  builder.take_all({"weak",
                    "volatile",
                    "relaxed",
                    "acquire",
                    "release",
                    "acq_rel",
                    "cta",
                    "cluster",
                    "gpu",
                    "sys",
                    "nc",
                    "ca",
                    "cg",
                    "cs",
                    "lu",
                    "cv",
                    "wb",
                    "wt",
                    "L1::evict_normal",
                    "L1::evict_unchanged",
                    "L1::evict_first",
                    "L1::evict_last",
                    "L1::no_allocate",
                    "L2::evict_normal",
                    "L2::evict_first",
                    "L2::evict_last",
                    "mmio",
                    "unified",
                    "L2::64B",
                    "L2::128B",
                    "L2::256B"});
}

void check_cache_policy(Builder& builder, std::size_t index) {
  if (!builder.take("L2::cache_hint")) return;
  builder.source(index, ptx::Type::b64);
}

std::span<const ptx::Operand> elements_of(Builder& builder, const ptx::Operand& operand,
                                          std::uint32_t length) {
  if (operand.kind != ptx::Operand::Kind::vector) {
    if (length != 1) builder.unsupported("a vector access without a vector operand");
    return {&operand, 1};
  }
  if (operand.elements.size() != length) builder.unsupported("a vector operand of another length");
  return operand.elements;
}

ptx::Space take_space(Builder& builder) {
  if (builder.take("global")) return ptx::Space::global;
  // A cluster has one block here, so that both names are of the same addresses.
  if (builder.take("shared") || builder.take("shared::cta") || builder.take("shared::cluster"))
    return ptx::Space::shared;
  if (builder.take("local")) return ptx::Space::local;
  if (builder.take("const")) return ptx::Space::constant;
  if (builder.take("param") || builder.take("param::entry") || builder.take("param::func"))
    return ptx::Space::param;
  return ptx::Space::generic;
}

void build_ld(Builder& builder) { build_access(builder, false); }
void build_st(Builder& builder) {
  if (builder.take("async")) {
    build_st_async(builder);
  } else {
    build_access(builder, true);
  }
}
void build_ldu(Builder& builder) { build_access(builder, false); }

}  // namespace warpscope::exec::memory_access
