#include "vgpu/cudart/memory_table.h"

#include <iterator>

namespace warpscope::cudart {

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
