// The part of device memory that kernels allocate from.
#include <sys/mman.h>

#include <algorithm>
#include <utility>

#include "vgpu/memory/device_memory.h"
#include "vgpu/memory/layout.h"

namespace warpscope::memory {
namespace {

constexpr std::uint64_t kHeapAlignmentBytes = 16;
constexpr std::uint64_t kHeapRedZoneBytes = 16;  // that belong to no allocation follow each one
constexpr std::uint64_t kChunkBytes = std::uint64_t{1} << 20;  // whole pages of any size

}  // namespace

// Makes room for `size_bytes` at heap_next_offset_. False when there is none.
bool DeviceMemory::open_heap_chunk(std::uint64_t size_bytes) {
  if (!heap_chunks_.empty()) {
    const HeapChunk& newest = heap_chunks_.rbegin()->second;
    if (newest.end_offset - heap_next_offset_ >= size_bytes) return true;
  }
  const std::uint64_t bytes = round_up(size_bytes, kChunkBytes);
  const std::uint64_t begin = round_up(next_offset_, kChunkBytes);
  if (begin > range_bytes_ || bytes > range_bytes_ - begin) return false;
  if (mprotect(base_ + begin, bytes, PROT_READ | PROT_WRITE) != 0) return false;
  next_offset_ = begin + bytes;
  heap_next_offset_ = begin;
  heap_chunks_.emplace(begin, HeapChunk{begin + bytes, 0});
  return true;
}

std::optional<std::uint64_t> DeviceMemory::allocate_on_heap(std::uint64_t size_bytes,
                                                            HeapOrigin origin) {
  if (size_bytes == 0 || size_bytes > heap_capacity_bytes_ ||
      heap_used_bytes_ > heap_capacity_bytes_ - size_bytes)
    return std::nullopt;
  const std::uint64_t footprint = round_up(size_bytes + kHeapRedZoneBytes, kHeapAlignmentBytes);
  if (!open_heap_chunk(footprint)) return std::nullopt;
  ++heap_chunks_.rbegin()->second.live;
  auto allocation = std::make_unique<Allocation>();
  allocation->address = first_address_ + heap_next_offset_;
  allocation->size_bytes = size_bytes;
  allocation->host = base_ + heap_next_offset_;
  allocation->id = next_id_++;
  allocation->is_on_heap = true;
  allocation->origin = std::move(origin);
  const std::uint64_t address = allocation->address;
  live_.emplace(address, std::move(allocation));
  heap_next_offset_ += footprint;
  heap_used_bytes_ += size_bytes;
  return address;
}

bool DeviceMemory::release_on_heap(std::uint64_t address) {
  const auto found = live_.find(address);
  if (found == live_.end() || !found->second->is_on_heap) return false;
  const Allocation freed = *found->second;
  live_.erase(found);
  heap_used_bytes_ -= freed.size_bytes;
  remember_freed(freed);
  const auto chunk = std::prev(heap_chunks_.upper_bound(address - first_address_));
  --chunk->second.live;
  const bool is_newest = std::next(chunk) == heap_chunks_.end();
  if (chunk->second.live == 0 && !is_newest) {
    const std::uint64_t bytes = chunk->second.end_offset - chunk->first;
    madvise(base_ + chunk->first, bytes, MADV_DONTNEED);
    mprotect(base_ + chunk->first, bytes, PROT_NONE);
    heap_chunks_.erase(chunk);
  }
  return true;
}

}  // namespace warpscope::memory
