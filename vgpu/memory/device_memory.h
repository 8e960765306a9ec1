// Global memory of the virtual GPU: allocations in a reserved range of device addresses.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace warpscope::memory {

/// Device addresses begin here. Linux programs do not map this range, so a host pointer that
/// reaches a kernel is never mistaken for device memory.
inline constexpr std::uint64_t kGlobalBase = 0x1000'0000'0000;
/// Size of the reserved range. Addresses are not used again after a free, so that a use after free
/// is seen; the range is large enough that this does not matter.
inline constexpr std::uint64_t kGlobalRangeBytes = std::uint64_t{1} << 43;
/// Generic addresses of the shared and local windows (the hardware has such windows too).
inline constexpr std::uint64_t kSharedWindowBase = 0x0000'7100'0000'0000;
inline constexpr std::uint64_t kLocalWindowBase = 0x0000'7200'0000'0000;
/// Values of pointers to functions; nothing can be loaded there.
inline constexpr std::uint64_t kCodeBase = 0x0000'7000'0000'0000;
inline constexpr std::uint64_t kCodeBytes = 16;  ///< distance between two functions
inline constexpr std::uint64_t kParameterWindowBase = 0x0000'7300'0000'0000;  ///< a kernel's own
inline constexpr std::uint64_t kWindowBytes = std::uint64_t{1} << 32;

/// Devices of one program, which divide the range above among them.
inline constexpr std::uint32_t kMostDevices = 8;

class BorrowedBytes;  // borrowed_bytes.h
class WrittenBytes;   // written_bytes.h

/// Which of the program's devices a memory belongs to.
struct DeviceNumber {
  std::uint32_t index = 0, count = 1;
  /// Device addresses that each device has.
  std::uint64_t range_bytes() const;
  /// The device whose range holds `address`; `count` when none does, as for memory of the host.
  std::uint32_t owner_of(std::uint64_t address) const;
};

/// Which other devices reach an allocation, where enable_peer() does not say it for all.
struct PeerGrant {
  bool is_own = false;
  std::uint8_t devices = 0;  ///< a bit each
};

/// The line of a kernel that called malloc; 0: not known.
struct HeapOrigin {
  std::string file;
  std::uint32_t line = 0;
};

/// One live or freed allocation.
struct Allocation {
  std::uint64_t address = 0;
  std::uint64_t size_bytes = 0;
  std::byte* host = nullptr;  ///< where the bytes are in this process; not owned
  std::uint64_t id = 0;       ///< no two of a program's devices have the same
  bool is_freed = false;
  bool is_module_variable = false;  ///< a __device__ or __constant__ variable
  bool is_adopted = false;          ///< the bytes are the host's too, at the same address
  bool is_on_heap = false;          ///< of a kernel's malloc
  HeapOrigin origin;                ///< of such
  PeerGrant grant;
  /// The bytes are the program's, and `host` is a copy, brought when it is found; nullptr: not so.
  std::shared_ptr<BorrowedBytes> borrowed;
  /// What has been written of it since track_writes(); nullptr: nobody keeps count.
  std::shared_ptr<WrittenBytes> written;
};

/// Where an address lies that hits no live allocation; for error messages.
struct NearestAllocation {
  std::optional<Allocation> below;         ///< the allocation that ends at or before the address
  std::optional<Allocation> above;         ///< the next allocation behind the address
  std::optional<Allocation> inside_freed;  ///< a freed allocation that held the address
};

/// Owns the reservation. Not thread safe for allocate/release; find() may run concurrently with
/// itself.
class DeviceMemory {
 public:
  /// `capacity_bytes`: what the profile says the GPU has; allocate() fails beyond it. Throws
  /// std::runtime_error when the host grants no address space.
  explicit DeviceMemory(std::uint64_t capacity_bytes, DeviceNumber device = {});
  ~DeviceMemory();
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  /// Address of `size_bytes` new bytes, zero-filled, aligned to 256; nothing when the capacity is
  /// exceeded or size_bytes is 0. used_bytes() grows by the size rounded up to 256. At least 256
  /// bytes that belong to no allocation follow each one. std::bad_alloc when the host grants no
  /// memory.
  std::optional<std::uint64_t> allocate(std::uint64_t size_bytes, bool is_module_variable = false);
  /// Addresses for allocate_at(), aligned to 256, which hold nothing yet; nothing when size_bytes
  /// is 0 or more than the capacity.
  std::optional<std::uint64_t> reserve(std::uint64_t size_bytes);
  /// Like allocate(), at reserved addresses. False as well when they were not reserved or hold a
  /// live allocation.
  bool allocate_at(std::uint64_t address, std::uint64_t size_bytes);
  /// Makes `size_bytes` bytes at `host`, which stay the caller's, an allocation at `address`:
  /// memory that the program's host side sees at that address as well. It does not count as used.
  /// False, and nothing done, when the range is empty, overlaps a live allocation, the range that
  /// allocate() takes from or a window, or is not below 2^47. `borrowed`: whoever finds the
  /// allocation has them brought first.
  bool adopt(std::uint64_t address, std::uint64_t size_bytes, std::byte* host,
             std::shared_ptr<BorrowedBytes> borrowed = nullptr);
  /// False when `address` is not the start of a live allocation. Bytes of an adopted one stay.
  bool release(std::uint64_t address);
  /// Memory for a kernel's malloc: the address of `size_bytes` new bytes, aligned to 16, within
  /// heap_capacity_bytes(); nothing when there is no room or size_bytes is 0. It is an allocation
  /// like any other, but many small ones share pages.
  std::optional<std::uint64_t> allocate_on_heap(std::uint64_t size_bytes, HeapOrigin origin = {});
  /// False when `address` is not the start of a live allocation of the heap.
  bool release_on_heap(std::uint64_t address);
  /// What kernels may hold through malloc at a time; 8 MiB unless cudaLimitMallocHeapSize says
  /// otherwise.
  std::uint64_t heap_capacity_bytes() const { return heap_capacity_bytes_; }
  void set_heap_capacity(std::uint64_t bytes) { heap_capacity_bytes_ = bytes; }
  /// The live allocation that holds `address`, or nullptr: one of this device, of the host, or of
  /// another device to which this one has access. Valid until it is released.
  const Allocation* find(std::uint64_t address) const;
  NearestAllocation nearest(std::uint64_t address) const;
  /// All live ones of this device, by address.
  void for_each_live(const std::function<void(const Allocation&)>& visit) const;

  /// The memory of another device, which outlives the connection; nullptr ends it. No access yet.
  void connect(std::uint32_t device, const DeviceMemory* memory);
  /// Lets this device reach what another one allocates, or not (cudaDeviceEnablePeerAccess).
  void enable_peer(std::uint32_t device, bool is_enabled);
  /// Gives an allocation a grant of its own. False when `address` is not the start of a live one.
  bool set_grant(std::uint64_t address, PeerGrant grant);
  /// The live allocation of another device that holds `address` where this device cannot reach it.
  struct Unreachable {
    std::uint32_t device = 0;
    const Allocation* allocation = nullptr;
  };
  std::optional<Unreachable> unreachable(std::uint64_t address) const;
  std::uint32_t device() const { return number_.index; }
  /// Host address of [address, address + size_bytes), or nullptr unless one live allocation holds
  /// it all.
  std::byte* translate(std::uint64_t address, std::uint64_t size_bytes) const;

  /// From now on notes of the live allocation at `address` what is written to it; nothing is at
  /// first. Kernels that are checked mark what they write, mark_written() the rest. std::bad_alloc.
  void track_writes(std::uint64_t address);
  /// A copy from the host or a fill has written these bytes, which lie in one live allocation.
  void mark_written(std::uint64_t address, std::uint64_t bytes) const;
  /// Bytes of `from` have been copied on the device; what nobody had written stays so.
  void copy_written(std::uint64_t to, const DeviceMemory& from_memory, std::uint64_t from,
                    std::uint64_t bytes) const;

  std::uint64_t used_bytes() const { return used_bytes_; }
  std::uint64_t capacity_bytes() const { return capacity_bytes_; }

 private:
  struct Peer {
    const DeviceMemory* memory = nullptr;
    bool is_enabled = false;
  };
  const Allocation* find_own(std::uint64_t address) const;
  /// The other device in whose range the address is; nullptr when it is in none.
  const Peer* peer_of(std::uint64_t address) const;
  bool reaches(const Peer& peer, const Allocation& allocation) const;

  DeviceNumber number_;
  std::uint64_t first_address_;
  std::array<Peer, kMostDevices> peers_;
  std::byte* base_ = nullptr;  ///< host address of first_address_; owned (munmap in the destructor)
  std::uint64_t range_bytes_ = 0;  ///< of the reservation; less than the range under a limit
  std::uint64_t capacity_bytes_;
  std::uint64_t used_bytes_ = 0;
  std::uint64_t next_offset_ = 0;
  std::uint64_t next_id_;
  std::map<std::uint64_t, std::unique_ptr<Allocation>> live_;  ///< by address
  std::map<std::uint64_t, Allocation> freed_;                  ///< by address
  std::deque<std::uint64_t> freed_order_;                      ///< keys of freed_, oldest first

  /// Pages from which the heap's allocations are cut, one after the other.
  struct HeapChunk {
    std::uint64_t end_offset = 0;
    std::uint64_t live = 0;  ///< allocations
  };
  bool open_heap_chunk(std::uint64_t size_bytes);
  void remember_freed(const Allocation& freed);
  std::uint64_t heap_capacity_bytes_ = std::uint64_t{8} << 20;
  std::uint64_t heap_used_bytes_ = 0;
  std::uint64_t heap_next_offset_ = 0;              ///< in the newest chunk
  std::map<std::uint64_t, HeapChunk> heap_chunks_;  ///< by offset
};

}  // namespace warpscope::memory
