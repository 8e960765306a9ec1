#include "vgpu/exec/access/report.h"

#include <bit>
#include <utility>

#include "vgpu/exec/access/request_sampler.h"
#include "vgpu/exec/program/kernel.h"

namespace warpscope::exec {
namespace {

AccessKind kind_of(const AccessSite& site, bool is_store) {
  switch (site.kind) {
    case AccessSite::Kind::global_atomic:
    case AccessSite::Kind::global_reduction:
    case AccessSite::Kind::shared_atomic:
      return AccessKind::atomic;
    case AccessSite::Kind::asynchronous_copy:
      return AccessKind::copy_issued;
    default:
      return is_store ? AccessKind::write : AccessKind::read;
  }
}

struct Where {
  ptx::Space space = ptx::Space::global;
  std::uint32_t lanes = 0, size_bytes = 0;
  AddressPattern pattern = AddressPattern::any;
  const std::uint64_t* addresses = nullptr;
  std::byte* const* hosts = nullptr;
  std::byte* first_host = nullptr;
};

[[gnu::always_inline]] inline void report_at(WarpContext& context, const Operation& operation,
                                             std::uint32_t site, bool is_store,
                                             const Where& where) {
  const AccessSite& at = context.block->kernel->sites[site];
  if (at.kind == AccessSite::Kind::constant_load ||
      at.kind == AccessSite::Kind::fixed_constant_load)
    return;
  const AccessKind kind = kind_of(at, is_store);
  const bool has_values = kind == AccessKind::write && at.element_bytes != 0;
  const auto value = [&](std::uint32_t k) -> const std::byte* {
    const bool is_there = has_values && k * at.element_bytes < where.size_bytes;
    return is_there ? context.at<std::byte>(operation.access.registers[k]) : nullptr;
  };
  const bool is_swap = at.swap != AccessSite::Swap::none && where.size_bytes == at.element_bytes;
  const bool is_compared = is_swap && at.swap == AccessSite::Swap::if_equal;
  const bool is_combined = kind == AccessKind::atomic && !is_swap && at.element_bytes != 0 &&
                           where.size_bytes == at.element_bytes;
  // All members at once: zeros first would take longer than all the rest.
  const Event told(
      std::in_place_type<AccessEvent>,
      AccessEvent{
          .instruction = operation.instruction,
          .space = where.space,
          .kind = kind,
          .ordering = at.ordering,
          .scope = at.scope,
          .is_only_copied = at.is_only_copied,
          .used_bytes = at.used_bytes,
          .shared_array = where.space == ptx::Space::shared ? at.shared_array : -1,
          .warp = context.warp_index,
          .lanes = where.lanes,
          .size_bytes = where.size_bytes,
          .pattern = where.pattern,
          .addresses = where.addresses,
          .hosts = where.hosts,
          .first_host = where.first_host,
          .values = {is_swap ? context.at<std::byte>(is_compared ? operation.c : operation.b)
                             : value(0),
                     value(1), value(2), value(3)},
          .element_bytes = at.element_bytes,
          .register_bytes = has_values ? at.register_bytes
                            : is_swap  ? at.element_bytes
                                       : 0u,
          .compared = is_compared ? context.at<std::byte>(operation.b) : nullptr,
          .combined = is_combined ? context.at<std::byte>(operation.b) : nullptr,
          .is_result_used = at.is_result_used});
  if (kind == AccessKind::read || kind == AccessKind::atomic) {
    context.last_read = operation.instruction;
    if (at.ordering != Ordering::weak || kind == AccessKind::atomic) ++context.polls;
  }
  context.block->worker->changes.note(*std::get_if<AccessEvent>(&told), *context.block->memory);
  context.block->observers.tell_access(told);
}

}  // namespace

void Watchers::report(WarpContext& context, const GlobalAccess& access) {
  report_at(context, access.operation, access.site, access.is_store,
            {ptx::Space::global, access.lanes, access.size_bytes, AddressPattern::any,
             access.addresses, access.hosts.data(), nullptr});
}

void Watchers::report(WarpContext& context, const LocalAccess& access) {
  report_at(context, access.operation, access.site, access.is_store,
            {ptx::Space::local, access.lanes, access.size_bytes, AddressPattern::any,
             access.offsets, access.hosts.data(), nullptr});
}

void Watchers::report(WarpContext& context, const SharedAccess& access) {
  alignas(64) LaneAddresses addresses;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) addresses[lane] = access.offsets[lane];
  report_at(context, access.operation, access.site, access.is_store,
            {ptx::Space::shared, access.lanes, access.size_bytes, AddressPattern::any, addresses,
             access.hosts.data(), nullptr});
}

void report_pattern(WarpContext& context, const Operation& operation, std::uint32_t site,
                    ptx::Space space, const LaneAddresses& addresses, std::uint32_t size_bytes,
                    bool is_store, std::byte* first_host, AddressPattern pattern) {
  if (RequestSampler* requests = context.block->requests)
    requests->take_pattern(context, site, space, addresses, size_bytes);
  report_at(context, operation, site, is_store,
            {space, ~0U, size_bytes, pattern, addresses, nullptr, first_host});
}

bool report_line(WarpContext& context, const Operation& operation, std::uint32_t site,
                 std::uint32_t first, bool is_store) {
  BlockContext& block = *context.block;
  const AccessSite& at = block.kernel->sites[site];
  if (at.ordering != Ordering::weak || block.worker->changes.is_watching() ||
      !block.observers.tell_line(
          {operation.instruction, is_store, at.shared_array, context.warp_index, first}))
    return false;
  if (block.requests != nullptr) block.requests->take_line(context, site, first);
  if (!is_store) context.last_read = operation.instruction;
  return true;
}

namespace {

void report_of_lane(WarpContext& context, const Operation& operation, std::uint32_t lane,
                    AccessEvent event, std::uint64_t address, std::uint32_t size_bytes,
                    std::byte* host) {
  LaneAddresses addresses{};
  LaneHosts hosts{};
  addresses[lane] = address;
  hosts.at(lane) = host;
  event.instruction = operation.instruction;
  event.warp = context.warp_index;
  event.lanes = 1u << lane;
  event.size_bytes = size_bytes;
  event.addresses = addresses;
  event.hosts = hosts.data();
  context.block->worker->changes.note(event, *context.block->memory);
  context.block->observers.tell_access(event);
}

}  // namespace

void Watchers::report(WarpContext& context, const RangeAccess& access) {
  AccessEvent event;
  event.space = access.space;
  event.kind = access.is_store ? AccessKind::copy_issued : AccessKind::read;
  event.ordering = access.ordering;
  event.scope = Scope::device;
  event.is_only_copied = true;
  report_of_lane(context, access.operation, access.lane, event, access.address, access.bytes,
                 access.host);
}

void Watchers::report(WarpContext& context, const CopyAccess& access) {
  for (std::uint32_t rest = access.lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    report(context, RangeAccess{access.operation, lane, ptx::Space::global, access.addresses[lane],
                                access.sizes_bytes[lane], false, access.hosts[lane], nullptr});
  }
}

// Of what a filter mixes, not all need have a weight.
void Watchers::report(WarpContext& context, const ImageAccess& access) {
  const bool is_mixed = access.elements.size() > 1;
  for (const ImageElements& of_lanes : access.elements) {
    if (of_lanes.lanes == 0) continue;
    LaneHosts hosts{};
    for (std::uint32_t rest = of_lanes.lanes; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
      hosts.at(lane) =
          access.allocation->host + (of_lanes.addresses[lane] - access.allocation->address);
    }
    AccessEvent event;
    event.instruction = access.operation.instruction;
    event.is_image = true;
    event.warp = context.warp_index;
    event.lanes = of_lanes.lanes;
    event.size_bytes = access.size_bytes;
    event.addresses = of_lanes.addresses;
    event.hosts = hosts.data();
    if (is_mixed) event.used_bytes = 0;
    if (access.is_store) event.kind = access.is_load ? AccessKind::atomic : AccessKind::write;
    if (access.is_load) context.last_read = access.operation.instruction;
    if (access.is_load && access.is_store) {
      event.ordering = Ordering::relaxed;
      event.scope = Scope::device;
      event.is_result_used = false;
    }
    context.block->worker->changes.note(event, *context.block->memory);
    context.block->observers.tell_access(event);
  }
}

namespace {

void report_generic(WarpContext& context, const Operation& operation, std::uint32_t lane,
                    std::uint64_t address, std::uint32_t size_bytes, AccessKind kind) {
  BlockContext& block = *context.block;
  AccessEvent event;
  event.kind = kind;
  std::byte* host = nullptr;
  if (address - memory::kLocalWindowBase < memory::kWindowBytes) {
    event.space = ptx::Space::local;
    address -= memory::kLocalWindowBase;
    host = context.local + lane * block.local_bytes + address;
  } else if (address - memory::kSharedWindowBase < memory::kWindowBytes) {
    event.space = ptx::Space::shared;
    address -= memory::kSharedWindowBase;
    host = block.shared.data() + address;
  } else {
    host = block.memory->translate(address, size_bytes);
  }
  report_of_lane(context, operation, lane, event, address, size_bytes, host);
}

}  // namespace

void report_written(WarpContext& context, const Operation& operation, std::uint32_t lane,
                    std::uint64_t address, std::uint32_t size_bytes) {
  report_generic(context, operation, lane, address, size_bytes, AccessKind::write);
}

void report_read(WarpContext& context, const Operation& operation, std::uint32_t lane,
                 std::uint64_t address, std::uint32_t size_bytes) {
  report_generic(context, operation, lane, address, size_bytes, AccessKind::read);
}

}  // namespace warpscope::exec
