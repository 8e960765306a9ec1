// Graph nodes that allocate and free, and a device's memory for graphs.
#include "vgpu/cudart/allocations/graph_memory.h"

#include <cuda_runtime_api.h>

#include "vgpu/cudart/calls/frame.h"
#include "vgpu/cudart/calls/graph_calls.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/queue/work_queue.h"

using warpscope::cudart::add_node;
using warpscope::cudart::address_of;
using warpscope::cudart::allocation_work;
using warpscope::cudart::AllocationWork;
using warpscope::cudart::CudaFailure;
using warpscope::cudart::expect;
using warpscope::cudart::free_work;
using warpscope::cudart::FreeWork;
using warpscope::cudart::get_from_node;
using warpscope::cudart::GraphPages;
using warpscope::cudart::run_call;
using warpscope::cudart::Runtime;

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* before, std::size_t count,
                                     cudaMemAllocNodeParams* parameters) {
  return add_node(node, graph, before, count, [&](Runtime& runtime) {
    expect(parameters != nullptr);
    return allocation_work(runtime, *parameters);
  });
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node,
                                           cudaMemAllocNodeParams* parameters) {
  return get_from_node<AllocationWork>(
      node, parameters, [](const AllocationWork& work) { return work.parameters(); });
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                    const cudaGraphNode_t* before, std::size_t count,
                                    void* pointer) {
  return add_node(node, graph, before, count,
                  [&](Runtime& runtime) { return free_work(runtime, pointer); });
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* pointer) {
  return get_from_node<FreeWork>(node, static_cast<void**>(pointer), [](const FreeWork& work) {
    return reinterpret_cast<void*>(work.allocation->address);
  });
}

cudaError_t cudaDeviceGraphMemTrim(int device) {
  return run_call([&](Runtime& runtime) {
    runtime.devices.expect_device(device);
    runtime.graph_memory.figures(device).trim(runtime.queue);
  });
}

cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute,
                                           void* value) {
  return run_call([&](Runtime& runtime) {
    runtime.devices.expect_device(device);
    expect(value != nullptr);
    const GraphPages& pages = runtime.graph_memory.figures(device);
    auto& result = *static_cast<std::uint64_t*>(value);
    switch (attribute) {
      case cudaGraphMemAttrUsedMemCurrent:
        result = pages.bytes();
        return;
      case cudaGraphMemAttrUsedMemHigh:
        result = pages.used_high_bytes;
        return;
      case cudaGraphMemAttrReservedMemCurrent:
        result = pages.bytes();
        return;
      case cudaGraphMemAttrReservedMemHigh:
        result = pages.reserved_high_bytes;
        return;
      default:
        throw CudaFailure(cudaErrorInvalidValue);
    }
  });
}

cudaError_t cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute,
                                           void* value) {
  return run_call([&](Runtime& runtime) {
    runtime.devices.expect_device(device);
    // Only the high-water marks can be set, and only back.
    expect(value != nullptr && *static_cast<const std::uint64_t*>(value) == 0);
    GraphPages& pages = runtime.graph_memory.figures(device);
    if (attribute == cudaGraphMemAttrUsedMemHigh) {
      pages.used_high_bytes = pages.bytes();
    } else {
      expect(attribute == cudaGraphMemAttrReservedMemHigh);
      pages.reserved_high_bytes = pages.bytes();
    }
  });
}
