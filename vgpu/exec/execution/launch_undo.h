// What a launch overwrites, so that all of it can be taken back.
//
// An observer of a kernel that is lowered for one: accesses are told before they are made. Unlike
// memory_undo.h it goes back to the launch's beginning only, and is small for launches that write
// much.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <unordered_map>

#include "vgpu/exec/observation/observer.h"
#include "vgpu/memory/device_memory.h"

namespace warpscope::exec {

class LaunchUndo : public LaunchObserver {
 public:
  /// Keeps up to `most_bytes` of old contents of `memory`, which outlives it, and what had been
  /// written of it where that is kept count of.
  LaunchUndo(memory::DeviceMemory& memory, std::uint64_t most_bytes)
      : memory_(memory), most_chunks_(most_bytes / kChunkBytes) {}
  std::unique_ptr<BlockObserver> observe_blocks(const BlockShape& shape) override;

  /// These bytes, at a device address, will be overwritten.
  void save(std::uint64_t address, const std::byte* host, std::uint32_t size_bytes);
  /// A strong access, system-wide, at that address. What the host may have seen and answered is not
  /// taken back.
  void note_strong(std::uint64_t address);
  /// False: more was overwritten than is kept, or the host may have a part in it.
  bool can_go_back() const { return !is_full_; }
  /// Puts back what was overwritten, each byte that was and no other: threads of the host may write
  /// to memory that they share. What is no longer allocated is left out. Then nothing is saved.
  void go_back();

 private:
  static constexpr std::uint64_t kChunkBytes = 256;
  static constexpr std::uint32_t kWordBits = 64;
  struct Chunk {
    std::array<std::byte, kChunkBytes> before;
    using Bits = std::array<std::uint64_t, kChunkBytes / kWordBits>;  ///< one for each byte
    Bits saved{}, unwritten{};
    static bool has(const Bits& bits, std::uint64_t at) {
      return (bits.at(at / kWordBits) >> at % kWordBits & 1) != 0;
    }
  };
  Chunk* chunk_of(std::uint64_t number);
  void give_up();

  memory::DeviceMemory& memory_;
  std::uint64_t most_chunks_;
  bool is_full_ = false;
  std::deque<Chunk> chunks_;
  std::unordered_map<std::uint64_t, Chunk*> by_number_;  ///< address / kChunkBytes
  std::uint64_t last_number_ = ~std::uint64_t{0};
  Chunk* last_ = nullptr;
};

}  // namespace warpscope::exec
