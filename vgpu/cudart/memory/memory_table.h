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
  unsigned flags = 0;         ///< as the program gave them
  int device = 0;             ///< that was current, for memory of the host
  std::uint32_t made_at = 0;  ///< place in the program, see HostWatch::site; 0: not known

  /// The host can use the address.
  bool is_on_host() const {
    return kind == MemoryKind::pinned || kind == MemoryKind::registered || is_managed();
  }
  bool is_managed() const { return kind == MemoryKind::managed; }
  /// Page-locked host memory.
  bool is_pinned() const { return kind == MemoryKind::pinned || kind == MemoryKind::registered; }
};

/// An allocation that was freed. Addresses of devices are not used again.
struct GoneBlock {
  MemoryBlock block;
  std::uint32_t freed_at = 0;  ///< as MemoryBlock::made_at
  bool by_reset = false;       ///< by cudaDeviceReset
};

/// Allocations by address; they do not overlap.
class MemoryTable {
 public:
  void add(const MemoryBlock& block);
  void remove(std::uint64_t address, bool by_reset = false);
  /// Says where the block that was removed last was freed, if it began at `address`.
  void note_freed_at(std::uint64_t address, std::uint32_t site);

  /// The block that begins at `address`; nullptr when none does.
  const MemoryBlock* at(const void* address) const;
  /// The block that holds all of [address, address + size_bytes) and at least its first byte;
  /// nullptr when none does.
  const MemoryBlock* find(const void* address, std::uint64_t size_bytes = 0) const;
  /// What was freed and held this address; nullptr when nothing did, or too long ago.
  const GoneBlock* find_gone(const void* address) const;
  const std::map<std::uint64_t, MemoryBlock>& blocks() const { return blocks_; }

 private:
  std::map<std::uint64_t, MemoryBlock> blocks_;
  std::map<std::uint64_t, GoneBlock> gone_;
};

}  // namespace warpscope::cudart
