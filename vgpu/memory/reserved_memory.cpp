// Allocations at addresses that were given out before: those of graphs.
#include <sys/mman.h>

#include <algorithm>
#include <new>

#include "vgpu/memory/device_memory.h"
#include "vgpu/memory/layout.h"

namespace warpscope::memory {

std::optional<std::uint64_t> DeviceMemory::reserve(std::uint64_t size_bytes) {
  if (size_bytes == 0 || size_bytes > capacity_bytes_) return std::nullopt;
  const std::uint64_t footprint = footprint_of(size_bytes);
  if (footprint > range_bytes_ - next_offset_) return std::nullopt;
  const std::uint64_t address = first_address_ + next_offset_;
  next_offset_ += footprint;
  return address;
}

bool DeviceMemory::allocate_at(std::uint64_t address, std::uint64_t size_bytes) {
  const std::uint64_t offset = address - first_address_;
  if (size_bytes == 0 || size_bytes > capacity_bytes_ || offset % page_bytes() != 0) return false;
  const std::uint64_t footprint = footprint_of(size_bytes);
  if (offset > next_offset_ || footprint > next_offset_ - offset) return false;
  const auto above = live_.lower_bound(address + footprint);
  if (above != live_.begin()) {
    const Allocation& below = *std::prev(above)->second;
    if (below.address + below.size_bytes > address) return false;
  }
  const std::uint64_t charged = round_up(size_bytes, kAlignmentBytes);
  if (charged > capacity_bytes_ - std::min(used_bytes_, capacity_bytes_)) return false;
  std::byte* host = base_ + offset;
  if (mprotect(host, footprint, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
  auto allocation = std::make_unique<Allocation>();
  allocation->address = address;
  allocation->size_bytes = size_bytes;
  allocation->host = host;
  allocation->id = next_id_++;
  live_.emplace(address, std::move(allocation));
  used_bytes_ += charged;
  return true;
}

}  // namespace warpscope::memory
