// What the runtime keeps of each device that the program has: CUDA calls it the primary context.
#pragma once

#include <driver_types.h>

#include <cstdint>
#include <vector>

#include "vgpu/cudart/queue/ordering.h"

namespace warpscope::cudart {

struct DeviceContext {
  Stream legacy;
  Progress issued;         ///< all its work since the host last waited for the device
  unsigned flags = 0;      ///< of cudaSetDeviceFlags; they are hints
  std::uint8_t peers = 0;  ///< a bit for each device whose memory its kernels reach
  std::uint64_t life = 1;  ///< counts resets: a stream of an earlier life is gone
  std::vector<Stream*> unused_thread_streams;  ///< of threads that have ended
  cudaFuncCache cache_preference = cudaFuncCachePreferNone;
};

/// The calling thread's current device; 0 until cudaSetDevice.
int& current_device();

}  // namespace warpscope::cudart
