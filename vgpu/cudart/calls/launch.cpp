// Launching kernels.
#include <cuda_runtime_api.h>

#include <span>

#include "vgpu/cudart/calls/frame.h"
#include "vgpu/cudart/launches/launch_attributes.h"
#include "vgpu/cudart/launches/launching.h"
#include "vgpu/cudart/streams/recording.h"
#include "vgpu/cudart/streams/streams.h"

using warpscope::cudart::expect;
using warpscope::cudart::run_call;
using warpscope::cudart::run_queueing_call;
using warpscope::cudart::Runtime;

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                             std::size_t shared_bytes, cudaStream_t stream) {
  return run_queueing_call([&](Runtime& runtime) {
    warpscope::cudart::launch(runtime, {function, grid, block, arguments, shared_bytes, stream});
  });
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function,
                                void** arguments) {
  return run_call([&](Runtime& runtime) {
    expect(config != nullptr && (config->numAttrs == 0 || config->attrs != nullptr));
    const auto demands =
        warpscope::cudart::read_attributes(runtime, std::span(config->attrs, config->numAttrs));
    warpscope::cudart::launch(
        runtime, {function, config->gridDim, config->blockDim, arguments, config->dynamicSmemBytes,
                  config->stream, demands.is_cooperative});
    for (cudaEvent_t event : demands.events_after) {
      warpscope::cudart::record(runtime, runtime.streams.event(event),
                                runtime.streams.stream(config->stream));
    }
  });
}

cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block,
                                        void** arguments, std::size_t shared_bytes,
                                        cudaStream_t stream) {
  return run_call([&](Runtime& runtime) {
    warpscope::cudart::launch(runtime,
                              {function, grid, block, arguments, shared_bytes, stream, true});
  });
}
