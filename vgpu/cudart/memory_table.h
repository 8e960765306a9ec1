// What the program's pointers point to: every allocation that the runtime knows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

namespace warpscope::cudart {

enum class MemoryKind : std::uint8_t {
  device,      ///< cudaMalloc
  pool,        ///< cudaMallocAsync
  graph,       ///< of a graph's node that allocates
  variable,    ///< of a module
  array,       ///< the bytes of a CUDA array
  pinned,      ///< cudaMallocHost, cudaHostAlloc
  registered,  ///< cudaHostRegister
  managed,     ///< cudaMallocManaged and __managed__
};

/// One allocation.
struct MemoryBlock {
  std::uint64_t address = 0;
  std::uint64_t size_bytes = 0;
  MemoryKind kind = MemoryKind::device;
  unsigned flags = 0;  ///< as the program gave them
  int device = 0;      ///< that was current, for memory of the host

  /// The host can use the address.
  bool is_on_host() const {
    return kind == MemoryKind::pinned || kind == MemoryKind::registered || is_managed();
  }
  bool is_managed() const { return kind == MemoryKind::managed; }
  /// Page-locked host memory.
  bool is_pinned() const { return kind == MemoryKind::pinned || kind == MemoryKind::registered; }
};

/// Allocations by address; they do not overlap.
class MemoryTable {
 public:
  void add(const MemoryBlock& block) { blocks_[block.address] = block; }
  void remove(std::uint64_t address) { blocks_.erase(address); }
  void clear() { blocks_.clear(); }

  /// The block that begins at `address`; nullptr when none does.
  const MemoryBlock* at(const void* address) const;
  /// The block that holds all of [address, address + size_bytes) and at least its first byte;
  /// nullptr when none does.
  const MemoryBlock* find(const void* address, std::uint64_t size_bytes = 0) const;
  const std::map<std::uint64_t, MemoryBlock>& blocks() const { return blocks_; }

 private:
  std::map<std::uint64_t, MemoryBlock> blocks_;
};

}  // namespace warpscope::cudart
