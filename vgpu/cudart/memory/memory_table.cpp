#include "vgpu/cudart/memory/memory_table.h"

#include <iterator>

namespace warpscope::cudart {
namespace {

/// Freed allocations that are remembered.
constexpr std::size_t kMostGone = 1U << 16;

}  // namespace

void MemoryTable::add(const MemoryBlock& block) {
  // Only the host's own memory comes back at an address that was used.
  const auto end = gone_.lower_bound(block.address + block.size_bytes);
  auto first = gone_.lower_bound(block.address);
  if (first != gone_.begin()) --first;
  gone_.erase(first, end);
  blocks_[block.address] = block;
}

void MemoryTable::remove(std::uint64_t address, bool by_reset) {
  const auto found = blocks_.find(address);
  if (found == blocks_.end()) return;
  if (gone_.size() >= kMostGone) gone_.erase(gone_.begin());
  gone_[address] = {found->second, 0, by_reset};
  blocks_.erase(found);
}

void MemoryTable::note_freed_at(std::uint64_t address, std::uint32_t site) {
  const auto found = gone_.find(address);
  if (found != gone_.end()) found->second.freed_at = site;
}

const GoneBlock* MemoryTable::find_gone(const void* address) const {
  const auto first = reinterpret_cast<std::uint64_t>(address);
  if (find(address) != nullptr) return nullptr;
  const auto above = gone_.upper_bound(first);
  if (above == gone_.begin()) return nullptr;
  const GoneBlock& gone = std::prev(above)->second;
  return first - gone.block.address < gone.block.size_bytes ? &gone : nullptr;
}

const MemoryBlock* MemoryTable::at(const void* address) const {
  const auto found = blocks_.find(reinterpret_cast<std::uint64_t>(address));
  return found == blocks_.end() ? nullptr : &found->second;
}

const MemoryBlock* MemoryTable::find(const void* address, std::uint64_t size_bytes) const {
  const auto first = reinterpret_cast<std::uint64_t>(address);
  const auto above = blocks_.upper_bound(first);
  if (above == blocks_.begin()) return nullptr;
  const MemoryBlock& block = std::prev(above)->second;
  const std::uint64_t offset = first - block.address;
  const bool holds = offset < block.size_bytes && size_bytes <= block.size_bytes - offset;
  return holds ? &block : nullptr;
}

}  // namespace warpscope::cudart
