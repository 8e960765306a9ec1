// Streams.
#include <cuda_runtime_api.h>

#include <algorithm>

#include "vgpu/cudart/calls/frame.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/graphs/recorded_work.h"
#include "vgpu/cudart/queue/work_queue.h"
#include "vgpu/cudart/streams/capture.h"
#include "vgpu/cudart/streams/recording.h"
#include "vgpu/cudart/streams/streams.h"
#include "vgpu/cudart/watch/host_watch.h"

using warpscope::cudart::expect;
using warpscope::cudart::HostWork;
using warpscope::cudart::record_work;
using warpscope::cudart::run_call;
using warpscope::cudart::run_queueing_call;
using warpscope::cudart::Runtime;
using warpscope::cudart::Stream;
using warpscope::device::Opcode;

namespace {

void create(Runtime& runtime, cudaStream_t* handle, unsigned flags, int priority) {
  expect(handle != nullptr && (flags == cudaStreamDefault || flags == cudaStreamNonBlocking));
  const bool is_blocking = flags == cudaStreamDefault;
  const auto [number] =
      runtime.devices.connection().request<Opcode::create_stream>({.is_blocking = is_blocking});
  Stream& stream = runtime.streams.add_stream(number, is_blocking);
  stream.priority =
      std::clamp(priority, warpscope::cudart::kGreatestPriority, warpscope::cudart::kLeastPriority);
  *handle = reinterpret_cast<cudaStream_t>(&stream);
}

/// Attributes that a stream has. All are hints.
void expect_stream_attribute(cudaLaunchAttributeID attribute) {
  switch (attribute) {
    case cudaLaunchAttributeAccessPolicyWindow:
    case cudaLaunchAttributeSynchronizationPolicy:
    case cudaLaunchAttributeMemSyncDomainMap:
    case cudaLaunchAttributeMemSyncDomain:
    case cudaLaunchAttributePriority:
      return;
    default:
      expect(false);
  }
}

}  // namespace

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* handle, unsigned flags) {
  return run_call([&](Runtime& runtime) { create(runtime, handle, flags, 0); });
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* handle, unsigned flags, int priority) {
  return run_call([&](Runtime& runtime) { create(runtime, handle, flags, priority); });
}

cudaError_t cudaStreamCreate(cudaStream_t* handle) {
  return cudaStreamCreateWithFlags(handle, cudaStreamDefault);
}

cudaError_t cudaStreamDestroy(cudaStream_t handle) {
  return run_call([&](Runtime& runtime) {
    auto& connection = runtime.devices.connection();
    Stream& stream = runtime.streams.stream(handle);
    expect(!runtime.streams.is_legacy(stream) && handle != cudaStreamPerThread,
           cudaErrorInvalidResourceHandle);
    runtime.captures.leave(stream);
    runtime.queue.perform_all();
    connection.request<Opcode::destroy_stream>({stream.number});
    runtime.streams.remove_stream(stream);
  });
}

cudaError_t cudaStreamSynchronize(cudaStream_t handle) {
  return run_call([&](Runtime& runtime) {
    runtime.watch.note_wait();
    runtime.streams.wait(runtime.streams.stream(handle));
  });
}

cudaError_t cudaStreamQuery(cudaStream_t handle) {
  return run_call([&](Runtime& runtime) { runtime.streams.look(runtime.streams.stream(handle)); });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t event, unsigned flags) {
  return run_queueing_call([&](Runtime& runtime) {
    expect(flags == cudaEventWaitDefault || flags == cudaEventWaitExternal);
    wait_for(runtime, runtime.streams.stream(handle), runtime.streams.event(event),
             flags == cudaEventWaitExternal);
  });
}

cudaError_t cudaStreamGetFlags(cudaStream_t handle, unsigned* flags) {
  return run_call([&](Runtime& runtime) {
    expect(flags != nullptr);
    runtime.devices.connection();
    *flags = runtime.streams.stream(handle).is_blocking ? cudaStreamDefault : cudaStreamNonBlocking;
  });
}

cudaError_t cudaStreamGetPriority(cudaStream_t handle, int* priority) {
  return run_call([&](Runtime& runtime) {
    expect(priority != nullptr);
    runtime.devices.connection();
    *priority = runtime.streams.stream(handle).priority;
  });
}

cudaError_t cudaStreamGetId(cudaStream_t handle, unsigned long long* id) {
  return run_call([&](Runtime& runtime) {
    expect(id != nullptr);
    runtime.devices.connection();
    *id = runtime.streams.stream(handle).id;
  });
}

cudaError_t cudaStreamGetDevice(cudaStream_t handle, int* device) {
  return run_call([&](Runtime& runtime) {
    expect(device != nullptr);
    runtime.devices.connection();
    *device = runtime.streams.stream(handle).device;
  });
}

cudaError_t cudaStreamSetAttribute(cudaStream_t handle, cudaLaunchAttributeID attribute,
                                   const cudaLaunchAttributeValue* value) {
  return run_call([&](Runtime& runtime) {
    expect(value != nullptr);
    expect_stream_attribute(attribute);
    runtime.devices.connection();
    Stream& stream = runtime.streams.stream(handle);
    if (attribute == cudaLaunchAttributePriority) {
      stream.priority = std::clamp(value->priority, warpscope::cudart::kGreatestPriority,
                                   warpscope::cudart::kLeastPriority);
    }
    stream.attributes[attribute] = *value;
  });
}

cudaError_t cudaStreamGetAttribute(cudaStream_t handle, cudaLaunchAttributeID attribute,
                                   cudaLaunchAttributeValue* value) {
  return run_call([&](Runtime& runtime) {
    expect(value != nullptr);
    expect_stream_attribute(attribute);
    runtime.devices.connection();
    const Stream& stream = runtime.streams.stream(handle);
    const auto found = stream.attributes.find(attribute);
    *value = found == stream.attributes.end() ? cudaLaunchAttributeValue{} : found->second;
    if (attribute == cudaLaunchAttributePriority) value->priority = stream.priority;
    if (attribute == cudaLaunchAttributeSynchronizationPolicy && found == stream.attributes.end()) {
      value->syncPolicy = cudaSyncPolicyAuto;
    }
  });
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t target, cudaStream_t source) {
  return run_call([&](Runtime& runtime) {
    runtime.devices.connection();
    runtime.streams.stream(target).attributes = runtime.streams.stream(source).attributes;
  });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t handle, cudaHostFn_t function, void* data) {
  return run_call([&](Runtime& runtime) {
    expect(function != nullptr);
    Stream& stream = runtime.streams.stream(handle);
    if (stream.capture) {
      record_work(stream, HostWork{{function, data}});
    } else {
      call_in_stream(runtime, stream, [function, data] { function(data); });
    }
  });
}

cudaError_t cudaStreamAddCallback(cudaStream_t handle, cudaStreamCallback_t callback, void* data,
                                  unsigned flags) {
  return run_call([&](Runtime& runtime) {
    expect(callback != nullptr && flags == 0);
    Stream& stream = runtime.streams.stream(handle);
    if (stream.capture) runtime.captures.expect_no_wait(stream, false);
    call_in_stream(runtime, stream, [=] { callback(handle, cudaSuccess, data); });
  });
}
