// Memory pools: what cudaMallocAsync allocates from.
#pragma once

#include <driver_types.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "vgpu/protocol/message.h"

namespace warpscope::cudart {

/// A pool of the program; cudaMemPool_t is its address. Only the figures are the pool's: the bytes
/// come from the device as all others do.
struct MemoryPool {
  int device = 0;
  std::uint8_t granted = 0;  ///< a bit for each other device that reaches its memory
  std::uint64_t release_threshold_bytes = 0;
  std::uint64_t most_bytes = 0;  ///< 0: no limit but the device's
  bool reuses_after_events = true, reuses_opportunistically = true, reuses_by_dependencies = true;
  std::uint64_t used_bytes = 0, used_high_bytes = 0;
  std::uint64_t reserved_bytes = 0, reserved_high_bytes = 0;

  /// An H200's pools grow by this.
  static constexpr std::uint64_t kStepBytes = std::uint64_t{32} << 20;
  static std::uint64_t in_steps(std::uint64_t bytes) {
    return (bytes + kStepBytes - 1) / kStepBytes * kStepBytes;
  }

  void take(std::uint64_t bytes) {
    used_bytes += bytes;
    used_high_bytes = std::max(used_high_bytes, used_bytes);
    reserved_bytes = std::max(reserved_bytes, in_steps(used_bytes));
    reserved_high_bytes = std::max(reserved_high_bytes, reserved_bytes);
  }
  void give(std::uint64_t bytes) {
    used_bytes -= bytes;
    trim(release_threshold_bytes);
  }
  /// Keeps no more reserved than this, rounded up to steps, and what is used.
  void trim(std::uint64_t bytes) {
    const std::uint64_t kept = std::min(in_steps(std::min(bytes, reserved_bytes)), reserved_bytes);
    reserved_bytes = std::max(in_steps(used_bytes), kept);
  }
};

class MemoryPools {
 public:
  MemoryPools();
  /// Of a device.
  MemoryPool& standard(int device) { return *own(device).standard; }
  /// What cudaMallocAsync takes from.
  MemoryPool& current(int device) { return *own(device).current; }
  /// For the pool's device.
  void set_current(MemoryPool& pool) { own(pool.device).current = find(&pool); }

  MemoryPool& add(const MemoryPool& pool);
  /// CudaFailure with cudaErrorInvalidValue when it is none.
  MemoryPool& get(cudaMemPool_t handle);
  /// Memory that came from the pool stays; CudaFailure with cudaErrorInvalidValue for the standard
  /// one.
  void remove(MemoryPool& pool);
  /// Those of a device.
  void forget(int device);

  /// Notes that `bytes` at `address` came from a pool, and that they went back.
  void note_taken(MemoryPool& pool, std::uint64_t address, std::uint64_t bytes);
  void note_given(std::uint64_t address);
  /// What came from the pool and did not go back.
  std::vector<std::uint64_t> addresses_of(const MemoryPool& pool) const;
  /// True when memory of another device's pool may be reached.
  bool is_granted(std::uint64_t address, int device) const;

 private:
  std::shared_ptr<MemoryPool> find(const MemoryPool* pool);
  struct Taken {
    std::shared_ptr<MemoryPool> pool;
    std::uint64_t bytes = 0;
  };
  struct OfDevice {
    std::shared_ptr<MemoryPool> standard, current;
  };
  OfDevice& own(int device) { return own_.at(static_cast<std::size_t>(device)); }
  void make_standard(int device);

  std::array<OfDevice, device::kMostDevices> own_;
  std::map<const void*, std::shared_ptr<MemoryPool>> others_;
  std::map<std::uint64_t, Taken> taken_;  ///< by address
};

}  // namespace warpscope::cudart
