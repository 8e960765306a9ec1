#include "vgpu/exec/access/report.h"

#include "vgpu/exec/machine/block.h"
#include "vgpu/exec/observation/observer.h"
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

}  // namespace

void report_access(WarpContext& context, const Operation& operation, std::uint32_t site,
                   ptx::Space space, const LaneAddresses& addresses, std::uint32_t lanes,
                   std::uint32_t size_bytes, bool is_store, const LaneHosts& hosts,
                   AddressPattern pattern) {
  const AccessSite& at = context.block->kernel->sites[site];
  if (at.kind == AccessSite::Kind::constant_load ||
      at.kind == AccessSite::Kind::fixed_constant_load)
    return;
  AccessEvent event;
  event.instruction = operation.instruction;
  event.space = space;
  event.kind = kind_of(at, is_store);
  event.ordering = at.ordering;
  event.scope = at.scope;
  event.is_only_copied = at.is_only_copied;
  event.used_bytes = at.used_bytes;
  if (space == ptx::Space::shared) event.shared_array = at.shared_array;
  event.warp = context.warp_index;
  event.lanes = lanes;
  event.size_bytes = size_bytes;
  event.pattern = pattern;
  event.addresses = addresses;
  event.hosts = hosts.data();
  event.element_bytes = at.element_bytes;
  if (event.kind == AccessKind::write && at.element_bytes != 0) {
    event.register_bytes = at.register_bytes;
    for (std::uint32_t k = 0; k < size_bytes / at.element_bytes && k < event.values.size(); ++k)
      event.values.at(k) = context.at<std::byte>(operation.extra[k]);
  }
  if (event.kind == AccessKind::read || event.kind == AccessKind::atomic)
    context.last_read = operation.instruction;
  context.block->worker->changes.note(event, *context.block->memory);
  context.block->observer->access(event);
}

void report_shared_access(WarpContext& context, const Operation& operation, std::uint32_t site,
                          const LaneOffsets& offsets, std::uint32_t lanes, std::uint32_t size_bytes,
                          bool is_store, const LaneHosts& hosts) {
  alignas(64) LaneAddresses addresses;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) addresses[lane] = offsets[lane];
  report_access(context, operation, site, ptx::Space::shared, addresses, lanes, size_bytes,
                is_store, hosts);
}

void report_copy(WarpContext& context, const Operation& operation, std::uint32_t lane,
                 ptx::Space space, std::uint64_t address, std::uint32_t size_bytes, bool is_store,
                 std::byte* host) {
  LaneAddresses addresses{};
  LaneHosts hosts{};
  addresses[lane] = address;
  hosts.at(lane) = host;
  AccessEvent event;
  event.instruction = operation.instruction;
  event.space = space;
  event.kind = is_store ? AccessKind::copy_issued : AccessKind::read;
  event.is_only_copied = true;
  event.warp = context.warp_index;
  event.lanes = 1u << lane;
  event.size_bytes = size_bytes;
  event.addresses = addresses;
  event.hosts = hosts.data();
  context.block->worker->changes.note(event, *context.block->memory);
  context.block->observer->access(event);
}

}  // namespace warpscope::exec
