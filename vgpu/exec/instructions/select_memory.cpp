#include "vgpu/exec/instructions/select_memory.h"

#include "vgpu/exec/arithmetic/bits128.h"
#include "vgpu/exec/instructions/lanes.h"
#include "vgpu/exec/instructions/memory_handlers.h"

namespace warpscope::exec::memory_access {
namespace {

struct Same {
  template <typename T>
  static T apply(T a) {
    return a;
  }
};

template <typename M, typename R, int V>
const Operation* load_constant(WarpContext& c, const Operation* op) {
  alignas(64) LaneAddresses addresses;
  lane_addresses<std::uint64_t>(c, op->a, op->access.offset, addresses);
  LaneHosts hosts;
  if (!resolve_global<ConstantCounts>(c, op, op->site, addresses, sizeof(M) * V, false, hosts))
    return nullptr;
  load_lanes<M, R, V>(c, op, hosts);
  return op + 1;
}

// The kernel's parameters at addresses that are not constant.
template <typename M, typename R, int V>
const Operation* load_parameter(WarpContext& c, const Operation* op) {
  alignas(64) LaneAddresses offsets;
  lane_addresses<std::uint64_t>(c, op->a, op->access.offset, offsets);
  LaneHosts hosts;
  if (!resolve_parameter(c, op, offsets, sizeof(M) * V, false, hosts)) return nullptr;
  if (c.active != 0) {
    ++c.access_counters[op->site].instructions;
    count_constant(c, op->site, offsets, sizeof(M) * V);
  }
  load_lanes<M, R, V>(c, op, hosts);
  return op + 1;
}

template <typename M, typename R, int V>
Handler load_by_space(const AccessForm& form) {
  const bool is_wide_address = form.address_lane_bytes == 8;
  switch (form.space) {
    case ptx::Space::global:
      if (form.is_observed && is_wide_address) return access_global_slowly<M, R, V, false>;
      return is_wide_address ? load_global<M, R, V> : nullptr;
    case ptx::Space::constant:
      return is_wide_address ? load_constant<M, R, V> : nullptr;
    case ptx::Space::param:
      return is_wide_address ? load_parameter<M, R, V> : nullptr;
    case ptx::Space::generic:
      return is_wide_address ? access_generic<M, R, V, false> : nullptr;
    case ptx::Space::shared:
      if (form.is_observed)
        return is_wide_address ? access_shared_slowly<std::uint64_t, M, R, V, false>
                               : access_shared_slowly<std::uint32_t, M, R, V, false>;
      return is_wide_address ? access_shared<std::uint64_t, M, R, V, false>
                             : access_shared<std::uint32_t, M, R, V, false>;
    case ptx::Space::local:
      return is_wide_address ? access_local<std::uint64_t, M, R, V, false>
                             : access_local<std::uint32_t, M, R, V, false>;
    default:
      return nullptr;
  }
}

template <typename M, typename R, int V>
Handler store_by_space(const AccessForm& form) {
  const bool is_wide_address = form.address_lane_bytes == 8;
  switch (form.space) {
    case ptx::Space::global:
      if (form.is_observed && is_wide_address) return access_global_slowly<M, R, V, true>;
      return is_wide_address ? store_global<M, R, V> : nullptr;
    case ptx::Space::generic:
      return is_wide_address ? access_generic<M, R, V, true> : nullptr;
    case ptx::Space::shared:
      if (form.is_observed)
        return is_wide_address ? access_shared_slowly<std::uint64_t, M, R, V, true>
                               : access_shared_slowly<std::uint32_t, M, R, V, true>;
      return is_wide_address ? access_shared<std::uint64_t, M, R, V, true>
                             : access_shared<std::uint32_t, M, R, V, true>;
    case ptx::Space::local:
      return is_wide_address ? access_local<std::uint64_t, M, R, V, true>
                             : access_local<std::uint32_t, M, R, V, true>;
    default:
      return nullptr;
  }
}

// Only a load into a wider register asks for the sign.
template <typename M, typename R, int V>
Handler by_space(const AccessForm& form) {
  if (!form.is_store) return load_by_space<M, R, V>(form);
  if constexpr (!std::is_signed_v<M>) return store_by_space<M, R, V>(form);
  return nullptr;
}

template <typename M, typename R>
Handler by_length(const AccessForm& form) {
  switch (form.vector_length) {
    case 1:
      return by_space<M, R, 1>(form);
    case 2:
      return by_space<M, R, 2>(form);
    case 4:
      if constexpr (sizeof(M) <= 4) return by_space<M, R, 4>(form);
      return nullptr;
    default:
      return nullptr;
  }
}

template <typename M>
Handler by_register(const AccessForm& form) {
  switch (form.lane_bytes) {
    case 2:
      if constexpr (sizeof(M) <= 2 && std::is_unsigned_v<M>)
        return by_length<M, std::uint16_t>(form);
      if constexpr (sizeof(M) < 2) return by_length<M, std::int16_t>(form);
      return nullptr;
    case 4:
      if constexpr (sizeof(M) <= 4 && std::is_unsigned_v<M>)
        return by_length<M, std::uint32_t>(form);
      if constexpr (sizeof(M) < 4) return by_length<M, std::int32_t>(form);
      return nullptr;
    case 8:
      if constexpr (std::is_unsigned_v<M>) return by_length<M, std::uint64_t>(form);
      return by_length<M, std::int64_t>(form);
    default:
      return nullptr;
  }
}

}  // namespace

Handler select_access(const AccessForm& form) {
  const std::uint32_t bytes = ptx::size_bytes(form.type);
  const bool widens_signed = !form.is_store && bytes < form.lane_bytes;
  switch (bytes) {
    case 1:
      return widens_signed && form.type == ptx::Type::s8 ? by_register<std::int8_t>(form)
                                                         : by_register<std::uint8_t>(form);
    case 2:
      return widens_signed && form.type == ptx::Type::s16 ? by_register<std::int16_t>(form)
                                                          : by_register<std::uint16_t>(form);
    case 4:
      return widens_signed && form.type == ptx::Type::s32 ? by_register<std::int32_t>(form)
                                                          : by_register<std::uint32_t>(form);
    case 8:
      return by_register<std::uint64_t>(form);
    case 16:
      return form.lane_bytes == 16 && form.vector_length == 1 ? by_space<Bits128, Bits128, 1>(form)
                                                              : nullptr;
    default:
      return nullptr;
  }
}

Handler select_copy(std::uint32_t lane_bytes) {
  switch (lane_bytes) {
    case 2:
      return run_unary<Same, std::uint16_t, std::uint16_t>;
    case 4:
      return run_unary<Same, std::uint32_t, std::uint32_t>;
    case 8:
      return run_unary<Same, std::uint64_t, std::uint64_t>;
    case 16:
      return run_unary<Same, Bits128, Bits128>;
    default:
      return nullptr;
  }
}

}  // namespace warpscope::exec::memory_access
