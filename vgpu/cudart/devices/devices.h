// The virtual GPUs that the program has, and what it has set of each.
#pragma once

#include <driver_types.h>

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "vgpu/cudart/devices/connection.h"

namespace warpscope::cudart {

/// What the program has set of a device.
struct DeviceSettings {
  unsigned flags = 0;      ///< of cudaSetDeviceFlags; they are hints
  std::uint8_t peers = 0;  ///< a bit for each device whose memory its kernels reach
  cudaFuncCache cache_preference = cudaFuncCachePreferNone;
};

/// The calling thread's current device; 0 until cudaSetDevice.
int& current_device();

class Devices {
 public:
  /// `begin` is called once, when the devices are known, with their number and what they have said
  /// of themselves.
  using Begin = std::function<void(int count, const device::DeviceDescription&)>;
  Devices(Lender& lender, Begin begin) : lender_(lender), begin_(std::move(begin)) {}

  /// To the calling thread's device. Connects at the first call. CudaFailure when there is no
  /// device or when this is a fork's child.
  Connection& connection() { return connection(current_device()); }
  /// To a device; `device` must be below count().
  Connection& connection(int device);
  int count() { return static_cast<int>(connection(0).device().device_count); }
  /// False also before the first call that needs a device.
  bool has_several() const { return connections_.size() > 1; }
  /// CudaFailure with cudaErrorInvalidDevice unless it is a device.
  void expect_device(int device);
  bool is_device_address(const void* address);

  /// The device wants to be told of the program's mistakes, and this process may talk to it.
  bool is_watched() const;

  DeviceSettings& settings(int device) { return settings_.at(static_cast<std::size_t>(device)); }
  /// That of the calling thread's device.
  DeviceSettings& settings() { return settings(current_device()); }
  /// A device was reset: it reaches no other one's memory, and no other one reaches its own.
  void forget_peers(int device);

  /// Answer to every call once a launch went wrong.
  cudaError_t sticky_error = cudaSuccess;

 private:
  void connect();

  Lender& lender_;
  Begin begin_;
  std::vector<Connection> connections_;  ///< by device; empty before the first call
  std::optional<CudaFailure> connection_failure_;
  int process_id_ = 0;
  std::array<DeviceSettings, device::kMostDevices> settings_;
};

}  // namespace warpscope::cudart
