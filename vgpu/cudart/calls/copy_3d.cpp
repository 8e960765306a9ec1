// Copies of boxes, between devices, and of several ranges at once.
#include <cuda_runtime_api.h>

#include "vgpu/cudart/calls/frame.h"
#include "vgpu/cudart/copies/transfers.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/textures/array_copies.h"
#include "vgpu/cudart/textures/arrays.h"

using warpscope::cudart::copy;
using warpscope::cudart::copy_call_of;
using warpscope::cudart::CopyCall;
using warpscope::cudart::expect;
using warpscope::cudart::run_call;
using warpscope::cudart::Runtime;

namespace {

void copy_box(Runtime& runtime, const cudaMemcpy3DParms& parameters, cudaStream_t stream,
              bool is_asynchronous) {
  runtime.devices.connection();
  CopyCall call = copy_call_of(runtime.arrays, parameters);
  call.stream = stream;
  call.is_asynchronous = is_asynchronous;
  copy(runtime, call);
}

/// The same copy; with unified addresses the devices need not be said.
cudaMemcpy3DParms without_devices(Runtime& runtime, const cudaMemcpy3DPeerParms& p) {
  runtime.devices.expect_device(p.srcDevice);
  runtime.devices.expect_device(p.dstDevice);
  return {p.srcArray, p.srcPos, p.srcPtr, p.dstArray,
          p.dstPos,   p.dstPtr, p.extent, cudaMemcpyDefault};
}

}  // namespace

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) {
  return run_call([&](Runtime& runtime) {
    expect(parameters != nullptr);
    copy_box(runtime, *parameters, nullptr, false);
  });
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream) {
  return run_call([&](Runtime& runtime) {
    expect(parameters != nullptr);
    copy_box(runtime, *parameters, stream, true);
  });
}

cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* parameters) {
  return run_call([&](Runtime& runtime) {
    expect(parameters != nullptr);
    copy_box(runtime, without_devices(runtime, *parameters), nullptr, false);
  });
}

cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* parameters, cudaStream_t stream) {
  return run_call([&](Runtime& runtime) {
    expect(parameters != nullptr);
    copy_box(runtime, without_devices(runtime, *parameters), stream, true);
  });
}

cudaError_t cudaMemcpyPeer(void* target, int target_device, const void* source, int source_device,
                           std::size_t bytes) {
  return run_call([&](Runtime& runtime) {
    runtime.devices.expect_device(target_device);
    runtime.devices.expect_device(source_device);
    copy(runtime, {target, source, bytes, cudaMemcpyDefault, nullptr, false});
  });
}

cudaError_t cudaMemcpyPeerAsync(void* target, int target_device, const void* source,
                                int source_device, std::size_t bytes, cudaStream_t stream) {
  return run_call([&](Runtime& runtime) {
    runtime.devices.expect_device(target_device);
    runtime.devices.expect_device(source_device);
    copy(runtime, {target, source, bytes, cudaMemcpyDefault, stream, true});
  });
}

cudaError_t cudaMemcpyBatchAsync(void* const* targets, const void* const* sources,
                                 const std::size_t* sizes, std::size_t count,
                                 cudaMemcpyAttributes* attributes, std::size_t* first_of_attributes,
                                 std::size_t attribute_count, cudaStream_t stream) {
  return run_call([&](Runtime& runtime) {
    runtime.devices.connection();
    expect(targets != nullptr && sources != nullptr && sizes != nullptr && count != 0);
    expect(attributes != nullptr && first_of_attributes != nullptr && attribute_count != 0 &&
           attribute_count <= count && first_of_attributes[0] == 0);
    expect(stream != nullptr && stream != cudaStreamLegacy);
    for (std::size_t i = 0; i < attribute_count; ++i) {
      expect(i == 0 || first_of_attributes[i] > first_of_attributes[i - 1]);
      expect(first_of_attributes[i] < count);
      expect(attributes[i].srcAccessOrder >= cudaMemcpySrcAccessOrderStream &&
             attributes[i].srcAccessOrder <= cudaMemcpySrcAccessOrderAny);
    }
    for (std::size_t i = 0; i < count; ++i) {
      copy(runtime, {targets[i], sources[i], sizes[i], cudaMemcpyDefault, stream, true});
    }
  });
}
