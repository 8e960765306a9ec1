#include "vgpu/exec/access/resolve_range.h"

#include <bit>
#include <string>

#include "vgpu/exec/access/observers.h"
#include "vgpu/exec/machine/block.h"

namespace warpscope::exec {
namespace {

std::nullopt_t raise_range(WarpContext& context, const Operation* operation, std::uint32_t lane,
                           std::uint64_t address, std::uint32_t size_bytes, bool is_store,
                           Fault::Kind kind, ptx::Space space, const std::string& why) {
  raise(context, operation, kind, 1u << lane,
        std::string(is_store ? "A write" : "A read") + " of " + std::to_string(size_bytes) +
            " bytes by an asynchronous copy or barrier " + why,
        address, size_bytes, is_store);
  context.block->fault->space = space;
  return std::nullopt;
}

std::nullopt_t raise_misaligned(WarpContext& context, const Operation* operation,
                                std::uint32_t lane, std::uint64_t address, std::uint32_t size_bytes,
                                std::uint32_t alignment, bool is_store, ptx::Space space) {
  return raise_range(context, operation, lane, address, size_bytes, is_store,
                     Fault::Kind::misaligned_address, space,
                     "at an address that is not a multiple of " + std::to_string(alignment) + ".");
}

}  // namespace

std::optional<RangeAccess> resolve_global_range(WarpContext& context, const Operation* operation,
                                                std::uint32_t lane, std::uint64_t address,
                                                std::uint32_t size_bytes, std::uint32_t alignment,
                                                bool is_store) {
  if (address % alignment != 0)
    return raise_misaligned(context, operation, lane, address, size_bytes, alignment, is_store,
                            ptx::Space::global);
  const memory::Allocation* allocation = context.block->memory->find(address);
  if (allocation == nullptr ||
      allocation->address + allocation->size_bytes - address < size_bytes) {
    return raise_range(context, operation, lane, address, size_bytes, is_store,
                       Fault::Kind::out_of_bounds, ptx::Space::global,
                       "reaches outside every allocation.");
  }
  return RangeAccess{*operation,
                     lane,
                     ptx::Space::global,
                     address,
                     size_bytes,
                     is_store,
                     allocation->host + (address - allocation->address),
                     allocation};
}

std::optional<RangeAccess> resolve_shared_range(WarpContext& context, const Operation* operation,
                                                std::uint32_t lane, std::uint64_t address,
                                                std::uint32_t size_bytes, std::uint32_t alignment,
                                                bool is_store) {
  std::uint64_t offset = address;
  if (offset - memory::kSharedWindowBase < memory::kWindowBytes)
    offset -= memory::kSharedWindowBase;
  const std::uint64_t shared_bytes = context.block->shared.size();
  if (offset > shared_bytes || shared_bytes - offset < size_bytes) {
    return raise_range(context, operation, lane, offset, size_bytes, is_store,
                       Fault::Kind::out_of_bounds, ptx::Space::shared,
                       "at offset " + std::to_string(offset) +
                           " of the block's shared memory, which has " +
                           std::to_string(shared_bytes) + " bytes.");
  }
  if (offset % alignment != 0)
    return raise_misaligned(context, operation, lane, offset, size_bytes, alignment, is_store,
                            ptx::Space::shared);
  return RangeAccess{*operation,
                     lane,
                     ptx::Space::shared,
                     offset,
                     size_bytes,
                     is_store,
                     context.block->shared.data() + offset,
                     nullptr};
}

std::byte* resolve_mbarrier(WarpContext& context, const Operation* operation, std::uint32_t lane,
                            std::uint64_t address, bool is_store) {
  constexpr std::uint32_t kBytes = 8;
  const auto object =
      resolve_shared_range(context, operation, lane, address, kBytes, kBytes, is_store);
  return object ? object->host : nullptr;
}

bool resolve_global_parts(WarpContext& context, const Operation* operation, std::uint32_t site,
                          const LaneAddresses& addresses, const LaneSizes& sizes_bytes,
                          std::uint32_t alignment, const std::uint32_t* to, LaneHosts& hosts) {
  std::uint32_t reading = 0;
  for (std::uint32_t rest = context.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    hosts[lane] = nullptr;
    if (sizes_bytes[lane] == 0) continue;
    reading |= 1u << lane;
    const AccessCache& cache = context.access_cache[site];
    const std::uint64_t address = addresses[lane];
    if (address >= cache.begin && address < cache.end && cache.end - address >= sizes_bytes[lane] &&
        address % alignment == 0) {
      hosts[lane] = cache.host + (address - cache.begin);
      FootprintMarks::take(context, ContiguousAccess{cache, site, address, address - cache.begin,
                                                     sizes_bytes[lane], false});
      continue;
    }
    const auto access = resolve_global_range(context, operation, lane, address, sizes_bytes[lane],
                                             alignment, false);
    if (!access || !RangeObservers::tell(context, *access)) return false;
    hosts[lane] = access->host;
    remember_allocation(context, site, address);
  }
  if (reading == 0) return true;
  const CopyAccess access{
      {*operation, site, reading, alignment, false, hosts}, addresses, sizes_bytes, to};
  return CopyObservers::tell(context, access);
}

}  // namespace warpscope::exec
