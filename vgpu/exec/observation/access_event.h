// What one instruction of a warp did to memory, for those who watch (observer.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "vgpu/ptx/types.h"

namespace warpscope::exec {

enum class AccessKind : std::uint8_t {
  read,
  write,
  atomic,
  copy_issued,  ///< an asynchronous copy will write there, now or later
  copy_done     ///< what an asynchronous copy wrote is there for its thread, or for all that waited
};

/// The memory order that an instruction asks for (PTX ISA manual, section 8.5). Volatile accesses
/// are relaxed ones.
enum class Ordering : std::uint8_t { weak, relaxed, acquire, release, acquire_release };

constexpr bool is_acquiring(Ordering ordering) {
  return ordering == Ordering::acquire || ordering == Ordering::acquire_release;
}
constexpr bool is_releasing(Ordering ordering) {
  return ordering == Ordering::release || ordering == Ordering::acquire_release;
}

/// Among whom the order holds.
enum class Scope : std::uint8_t { block, device, system };

/// What is known of the addresses of an access by all 32 lanes.
enum class AddressPattern : std::uint8_t {
  any,
  neighbours,  ///< lane l's is the first lane's + l * size_bytes
  exchanged    ///< lane l's is the first lane's ^ l * size_bytes
};

struct AccessEvent {
  std::uint32_t instruction = 0;          ///< number in the kernel: Kernel::instruction()
  ptx::Space space = ptx::Space::global;  ///< global, shared or local
  AccessKind kind = AccessKind::read;
  Ordering ordering = Ordering::weak;
  Scope scope = Scope::system;
  bool is_only_copied = false;     ///< a load whose values are stored and not used otherwise
  bool is_image = false;           ///< by a texture or surface
  std::uint32_t used_bytes = ~0u;  ///< of each lane's bytes, those that a load's program uses
  /// Shared: index in Kernel::shared_arrays of the variable that the address was computed from; -1:
  /// not known.
  std::int32_t shared_array = -1;
  std::uint32_t warp = 0;  ///< in the block
  std::uint32_t lanes = 0;
  std::uint32_t size_bytes = 0;  ///< per lane
  AddressPattern pattern = AddressPattern::any;
  /// By lane: device addresses; of shared and local memory offsets, in the block's or the thread's.
  const std::uint64_t* addresses = nullptr;
  /// By lane: where the bytes are. Before a write has been done. nullptr: they lie as the addresses
  /// do, from lane 0's `first_host` on.
  std::byte* const* hosts = nullptr;
  std::byte* first_host = nullptr;
  std::byte* host(std::uint32_t lane) const {
    if (hosts != nullptr) return hosts[lane];
    return first_host + static_cast<std::ptrdiff_t>(addresses[lane] - addresses[0]);
  }
  /// What a write stores: element k of `element_bytes` of lane l is at
  /// values[k] + l * register_bytes. nullptr where that is not known.
  std::array<const std::byte*, 4> values{};
  std::uint32_t element_bytes = 0, register_bytes = 0;
  /// Of an exchange `values` has what it stores; of a compare-and-swap this has what the word must
  /// be for that.
  const std::byte* compared = nullptr;
  /// Of another atomic on one word: what it combines with it, `element_bytes` for each lane.
  const std::byte* combined = nullptr;
  bool is_result_used = true;  ///< of an atomic: its program looks at what it found
};

/// All lanes of a warp load or store, weakly, the 32 words of a line of shared memory: lane l the
/// word at `first` ^ 4 * l. What most accesses of good kernels are, in few words.
struct LineAccess {
  std::uint32_t instruction = 0;
  bool is_store = false;
  std::int32_t shared_array = -1;  ///< as AccessEvent has it
  std::uint32_t warp = 0;          ///< in the block
  std::uint32_t first = 0;         ///< offset in shared memory, a multiple of 4
};

}  // namespace warpscope::exec
