#include "vgpu/memory/device_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <new>
#include <stdexcept>
#include <utility>

#include "vgpu/memory/borrowed_bytes.h"
#include "vgpu/memory/layout.h"
#include "vgpu/memory/written_bytes.h"

namespace warpscope::memory {
namespace {

/// Freed allocations that nearest() can still name; the oldest are forgotten first, so that a
/// program that allocates in a loop does not make this process grow.
constexpr std::size_t kRememberedFreed = 65536;
constexpr std::uint64_t kIdsOfADevice = std::uint64_t{1} << 48;
/// Below this there is no point in going on.
constexpr std::uint64_t kLeastRangeBytes = std::uint64_t{1} << 30;

/// Pages of allocations up to the first size are taken at once, as long as no more than the second
/// is allocated: what is never touched should take no memory of the host.
constexpr std::uint64_t kPopulatedBytes = std::uint64_t{4} << 20;
constexpr std::uint64_t kPopulatedUpToBytes = std::uint64_t{64} << 20;
/// Allocations from this size on ask for pages of 2 MiB: with those of 4 KiB a program of large
/// arrays spends most of its time on faults.
constexpr std::uint64_t kLargePagesBytes = std::uint64_t{8} << 20;

}  // namespace

std::uint64_t DeviceNumber::range_bytes() const { return kGlobalRangeBytes / std::bit_ceil(count); }

std::uint32_t DeviceNumber::owner_of(std::uint64_t address) const {
  const std::uint64_t index = (address - kGlobalBase) / range_bytes();
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(index, count));
}

DeviceMemory::DeviceMemory(std::uint64_t capacity_bytes, DeviceNumber device)
    : number_(device),
      first_address_(kGlobalBase + device.index * device.range_bytes()),
      capacity_bytes_(capacity_bytes),
      next_id_(1 + device.index * kIdsOfADevice) {
  for (range_bytes_ = device.range_bytes(); range_bytes_ >= kLeastRangeBytes; range_bytes_ /= 2) {
    void* place =
        mmap(nullptr, range_bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (place != MAP_FAILED) {
      base_ = static_cast<std::byte*>(place);
      return;
    }
  }
  throw std::runtime_error(
      "The virtual GPU cannot reserve address space for its memory: not even 1 GiB was granted; "
      "raise or remove the limit on virtual memory (ulimit -v).");
}

DeviceMemory::~DeviceMemory() { munmap(base_, range_bytes_); }

std::optional<std::uint64_t> DeviceMemory::allocate(std::uint64_t size_bytes,
                                                    bool is_module_variable) {
  if (size_bytes == 0 || size_bytes > capacity_bytes_) return std::nullopt;
  const std::uint64_t charged = round_up(size_bytes, kAlignmentBytes);
  if (charged > capacity_bytes_ - std::min(used_bytes_, capacity_bytes_)) return std::nullopt;
  const std::uint64_t footprint = footprint_of(size_bytes);
  if (footprint > range_bytes_ - next_offset_) return std::nullopt;
  std::byte* host = base_ + next_offset_;
  if (mprotect(host, footprint, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
  if (footprint >= kLargePagesBytes)
    madvise(host, footprint, MADV_HUGEPAGE);  // or not: the kernel's choice
  // One call is cheaper than a fault for each page. Linux before 5.14 refuses, and it does not
  // matter.
  if (footprint <= kPopulatedBytes && used_bytes_ <= kPopulatedUpToBytes) {
    madvise(host, footprint, MADV_POPULATE_WRITE);
  }

  auto allocation = std::make_unique<Allocation>();
  allocation->address = first_address_ + next_offset_;
  allocation->size_bytes = size_bytes;
  allocation->host = host;
  allocation->id = next_id_++;
  allocation->is_module_variable = is_module_variable;
  const std::uint64_t address = allocation->address;
  live_.emplace_hint(live_.end(), address, std::move(allocation));
  next_offset_ += footprint;
  used_bytes_ += charged;
  return address;
}

bool DeviceMemory::adopt(std::uint64_t address, std::uint64_t size_bytes, std::byte* host,
                         std::shared_ptr<BorrowedBytes> borrowed) {
  constexpr std::uint64_t kEndOfUserSpace = std::uint64_t{1} << 47;
  if (size_bytes == 0 || size_bytes > kEndOfUserSpace || address > kEndOfUserSpace - size_bytes) {
    return false;
  }
  const auto overlaps = [&](std::uint64_t other, std::uint64_t other_bytes) {
    return address < other + other_bytes && other < address + size_bytes;
  };
  if (overlaps(kGlobalBase, kGlobalRangeBytes) || overlaps(kSharedWindowBase, kWindowBytes) ||
      overlaps(kLocalWindowBase, kWindowBytes)) {
    return false;
  }
  const auto above = live_.lower_bound(address + size_bytes);
  if (above != live_.begin()) {
    const Allocation& below = *std::prev(above)->second;
    if (overlaps(below.address, below.size_bytes)) return false;
  }
  auto allocation = std::make_unique<Allocation>();
  allocation->address = address;
  allocation->size_bytes = size_bytes;
  allocation->host = host;
  allocation->id = next_id_++;
  allocation->is_adopted = true;
  allocation->borrowed = std::move(borrowed);
  live_.emplace(address, std::move(allocation));
  return true;
}

bool DeviceMemory::release(std::uint64_t address) {
  const auto found = live_.find(address);
  if (found == live_.end() || found->second->is_on_heap) return false;
  Allocation freed = *found->second;
  live_.erase(found);
  if (!freed.is_adopted) {
    used_bytes_ -= round_up(freed.size_bytes, kAlignmentBytes);
    const std::uint64_t footprint = footprint_of(freed.size_bytes);
    madvise(freed.host, footprint, MADV_DONTNEED);
    // May fail when the kernel has no room for another mapping; the table above forbids the range
    // anyway.
    mprotect(freed.host, footprint, PROT_NONE);
  }
  remember_freed(freed);
  return true;
}

void DeviceMemory::remember_freed(const Allocation& allocation) {
  Allocation freed = allocation;
  freed.is_freed = true;
  freed.host = nullptr;
  freed.borrowed = nullptr;
  // The host may have the same address again; the latest one is remembered.
  if (freed_.insert_or_assign(freed.address, freed).second) freed_order_.push_back(freed.address);
  if (freed_order_.size() > kRememberedFreed) {
    freed_.erase(freed_order_.front());
    freed_order_.pop_front();
  }
}

void DeviceMemory::track_writes(std::uint64_t address) {
  const auto found = live_.find(address);
  if (found != live_.end())
    found->second->written = std::make_shared<WrittenBytes>(found->second->size_bytes);
}

void DeviceMemory::mark_written(std::uint64_t address, std::uint64_t bytes) const {
  const Allocation* allocation = find_own(address);
  if (allocation != nullptr && allocation->written != nullptr)
    allocation->written->mark(address - allocation->address, bytes);
}

void DeviceMemory::copy_written(std::uint64_t to, const DeviceMemory& from_memory,
                                std::uint64_t from, std::uint64_t bytes) const {
  const Allocation* target = find_own(to);
  if (target == nullptr || target->written == nullptr) return;
  const Allocation* source = from_memory.find_own(from);
  if (source == nullptr || source->written == nullptr) {
    target->written->mark(to - target->address, bytes);
  } else {
    target->written->copy(to - target->address, *source->written, from - source->address, bytes);
  }
}

const Allocation* DeviceMemory::find(std::uint64_t address) const {
  const Peer* peer = peer_of(address);
  if (peer == nullptr) return find_own(address);
  const Allocation* found = peer->memory == nullptr ? nullptr : peer->memory->find_own(address);
  return found != nullptr && reaches(*peer, *found) ? found : nullptr;
}

const DeviceMemory::Peer* DeviceMemory::peer_of(std::uint64_t address) const {
  const bool is_own = address - first_address_ < number_.range_bytes();
  if (is_own || address - kGlobalBase >= kGlobalRangeBytes) return nullptr;
  const std::uint32_t owner = number_.owner_of(address);
  return owner == number_.count ? nullptr : &peers_.at(owner);
}

bool DeviceMemory::reaches(const Peer& peer, const Allocation& allocation) const {
  if (!allocation.grant.is_own) return peer.is_enabled;
  return (allocation.grant.devices >> number_.index & 1) != 0;
}

std::optional<DeviceMemory::Unreachable> DeviceMemory::unreachable(std::uint64_t address) const {
  const Peer* peer = peer_of(address);
  if (peer == nullptr || peer->memory == nullptr) return std::nullopt;
  const Allocation* found = peer->memory->find_own(address);
  if (found == nullptr || reaches(*peer, *found)) return std::nullopt;
  return Unreachable{peer->memory->device(), found};
}

void DeviceMemory::connect(std::uint32_t device, const DeviceMemory* memory) {
  peers_.at(device) = {memory, false};
}

void DeviceMemory::enable_peer(std::uint32_t device, bool is_enabled) {
  peers_.at(device).is_enabled = is_enabled;
}

bool DeviceMemory::set_grant(std::uint64_t address, PeerGrant grant) {
  const auto found = live_.find(address);
  if (found == live_.end()) return false;
  found->second->grant = grant;
  return true;
}

const Allocation* DeviceMemory::find_own(std::uint64_t address) const {
  auto above = live_.upper_bound(address);
  if (above == live_.begin()) return nullptr;
  const Allocation* candidate = std::prev(above)->second.get();
  if (address - candidate->address >= candidate->size_bytes) return nullptr;
  if (candidate->borrowed) candidate->borrowed->use();
  return candidate;
}

void DeviceMemory::for_each_live(const std::function<void(const Allocation&)>& visit) const {
  for (const auto& [address, allocation] : live_) visit(*allocation);
}

NearestAllocation DeviceMemory::nearest(std::uint64_t address) const {
  NearestAllocation result;
  const auto live_above = live_.upper_bound(address);
  if (live_above != live_.end()) result.above = *live_above->second;
  if (live_above != live_.begin()) {
    const Allocation& below = *std::prev(live_above)->second;
    if (address - below.address >= below.size_bytes) result.below = below;
  }
  const auto freed_above = freed_.upper_bound(address);
  if (freed_above != freed_.begin()) {
    const Allocation& freed = std::prev(freed_above)->second;
    if (address - freed.address < freed.size_bytes) result.inside_freed = freed;
  }
  return result;
}

std::byte* DeviceMemory::translate(std::uint64_t address, std::uint64_t size_bytes) const {
  const Allocation* allocation = find(address);
  if (allocation == nullptr) return nullptr;
  const std::uint64_t offset = address - allocation->address;
  if (size_bytes > allocation->size_bytes - offset) return nullptr;
  return allocation->host + offset;
}

}  // namespace warpscope::memory
