// Profiler control. The device counts every launch, so a range has nothing to switch.
#include <cuda_profiler_api.h>
#include <cuda_runtime_api.h>

#include "vgpu/cudart/calls/frame.h"
#include "vgpu/cudart/devices/devices.h"

using warpscope::cudart::run_call;
using warpscope::cudart::Runtime;

cudaError_t cudaProfilerStart() {
  return run_call([](Runtime& runtime) { runtime.devices.connection(); });
}

cudaError_t cudaProfilerStop() {
  return run_call([](Runtime& runtime) { runtime.devices.connection(); });
}
