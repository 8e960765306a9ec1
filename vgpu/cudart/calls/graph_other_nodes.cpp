// Empty nodes, child graphs, event nodes, attributes of kernel nodes, and nodes by generic
// parameters.
#include <cuda_runtime_api.h>

#include <span>

#include "vgpu/cudart/calls/frame.h"
#include "vgpu/cudart/calls/graph_calls.h"
#include "vgpu/cudart/graphs/graphs.h"
#include "vgpu/cudart/launches/launch_attributes.h"
#include "vgpu/cudart/streams/streams.h"

using warpscope::cudart::add_node;
using warpscope::cudart::allocation_work;
using warpscope::cudart::ChildWork;
using warpscope::cudart::copy_work;
using warpscope::cudart::CudaFailure;
using warpscope::cudart::EmptyWork;
using warpscope::cudart::EventRecordWork;
using warpscope::cudart::EventWaitWork;
using warpscope::cudart::expect;
using warpscope::cudart::expect_plain;
using warpscope::cudart::fill_work;
using warpscope::cudart::free_work;
using warpscope::cudart::get_from_node;
using warpscope::cudart::GraphWork;
using warpscope::cudart::handle_of;
using warpscope::cudart::host_work;
using warpscope::cudart::kernel_work;
using warpscope::cudart::KernelWork;
using warpscope::cudart::read_attributes;
using warpscope::cudart::report_unsupported;
using warpscope::cudart::run_call;
using warpscope::cudart::Runtime;
using warpscope::cudart::set_node;
using warpscope::cudart::work_of;

namespace {

/// What makes the work of an event node.
template <typename Kind>
auto with_event(cudaEvent_t event) {
  return [=](Runtime& runtime) -> GraphWork {
    expect(event != nullptr);
    runtime.streams.event(event);
    return Kind{event};
  };
}

GraphWork generic_work(Runtime& runtime, cudaGraphNodeParams* parameters) {
  expect(parameters != nullptr);
  switch (parameters->type) {
    case cudaGraphNodeTypeKernel: {
      const auto& given = parameters->kernel;
      cudaKernelNodeParams kernel{};
      kernel.func = given.func;
      kernel.gridDim = given.gridDim;
      kernel.blockDim = given.blockDim;
      kernel.sharedMemBytes = given.sharedMemBytes;
      kernel.kernelParams = given.kernelParams;
      kernel.extra = given.extra;
      return kernel_work(runtime, kernel);
    }
    case cudaGraphNodeTypeMemcpy:
      return copy_work(runtime, parameters->memcpy.copyParams);
    case cudaGraphNodeTypeMemset: {
      const auto& given = parameters->memset;
      cudaMemsetParams memset{};
      memset.dst = given.dst;
      memset.pitch = given.pitch;
      memset.value = given.value;
      memset.elementSize = given.elementSize;
      memset.width = given.width;
      memset.height = given.height;
      return fill_work(runtime, memset);
    }
    case cudaGraphNodeTypeHost:
      return host_work({parameters->host.fn, parameters->host.userData});
    case cudaGraphNodeTypeGraph:
      return ChildWork{runtime.graphs.graph(parameters->graph.graph).clone()};
    case cudaGraphNodeTypeEmpty:
      return EmptyWork{};
    case cudaGraphNodeTypeEventRecord:
      runtime.streams.event(parameters->eventRecord.event);
      return EventRecordWork{parameters->eventRecord.event};
    case cudaGraphNodeTypeWaitEvent:
      runtime.streams.event(parameters->eventWait.event);
      return EventWaitWork{parameters->eventWait.event};
    case cudaGraphNodeTypeMemAlloc: {
      auto& given = parameters->alloc;
      cudaMemAllocNodeParams alloc{given.poolProps, given.accessDescs, given.accessDescCount,
                                   given.bytesize, nullptr};
      GraphWork work = allocation_work(runtime, alloc);
      given.dptr = alloc.dptr;
      return work;
    }
    case cudaGraphNodeTypeMemFree:
      return free_work(runtime, parameters->free.dptr);
    case cudaGraphNodeTypeConditional:
      report_unsupported(runtime, "A conditional graph node");
    case cudaGraphNodeTypeExtSemaphoreSignal:
    case cudaGraphNodeTypeExtSemaphoreWait:
      report_unsupported(runtime, "A graph node with an external semaphore");
    default:
      throw CudaFailure(cudaErrorInvalidValue);
  }
}

}  // namespace

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                  const cudaGraphNode_t* before, std::size_t count) {
  return add_node(node, graph, before, count, [](Runtime&) -> GraphWork { return EmptyWork{}; });
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                       const cudaGraphNode_t* before, std::size_t count,
                                       cudaGraph_t child) {
  return add_node(node, graph, before, count, [&](Runtime& runtime) -> GraphWork {
    if (child == graph) report_unsupported(runtime, "A graph as its own child");
    expect(!runtime.graphs.graph(child).has_memory_nodes(), cudaErrorNotSupported);
    return ChildWork{runtime.graphs.graph(child).clone()};
  });
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* graph) {
  return get_from_node<ChildWork>(
      node, graph, [](const ChildWork& work) { return handle_of<cudaGraph_t>(*work.graph); });
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaGraph_t child) {
  return run_call([&](Runtime& runtime) {
    runtime.graphs.exec(exec).update_child(runtime.graphs.node(node), runtime.graphs.graph(child));
  });
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                        const cudaGraphNode_t* before, std::size_t count,
                                        cudaEvent_t event) {
  return add_node(node, graph, before, count, with_event<EventRecordWork>(event));
}

cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return set_node(node, with_event<EventRecordWork>(event));
}

cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaEvent_t event) {
  return set_node(exec, node, with_event<EventRecordWork>(event));
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
  return get_from_node<EventRecordWork>(node, event,
                                        [](const EventRecordWork& work) { return work.event; });
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                      const cudaGraphNode_t* before, std::size_t count,
                                      cudaEvent_t event) {
  return add_node(node, graph, before, count, with_event<EventWaitWork>(event));
}

cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return set_node(node, with_event<EventWaitWork>(event));
}

cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                               cudaEvent_t event) {
  return set_node(exec, node, with_event<EventWaitWork>(event));
}

cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
  return get_from_node<EventWaitWork>(node, event,
                                      [](const EventWaitWork& work) { return work.event; });
}

cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node, cudaLaunchAttributeID attribute,
                                            const cudaLaunchAttributeValue* value) {
  return run_call([&](Runtime& runtime) {
    expect(value != nullptr);
    auto& work = work_of<KernelWork>(runtime.graphs.node(node).work);
    cudaLaunchAttribute whole{};
    whole.id = attribute;
    whole.val = *value;
    read_attributes(runtime, std::span(&whole, 1));
    work.attributes[attribute] = *value;
  });
}

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, cudaLaunchAttributeID attribute,
                                            cudaLaunchAttributeValue* value) {
  return get_from_node<KernelWork>(node, value, [&](const KernelWork& work) {
    const auto found = work.attributes.find(attribute);
    return found == work.attributes.end() ? cudaLaunchAttributeValue{} : found->second;
  });
}

cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t target, cudaGraphNode_t source) {
  return run_call([&](Runtime& runtime) {
    auto& to = work_of<KernelWork>(runtime.graphs.node(target).work);
    to.attributes = work_of<KernelWork>(runtime.graphs.node(source).work).attributes;
  });
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph,
                             const cudaGraphNode_t* before, const cudaGraphEdgeData* edges,
                             std::size_t count, cudaGraphNodeParams* parameters) {
  return add_node(node, graph, before, count, [&](Runtime& runtime) -> GraphWork {
    expect_plain(runtime, edges, count);
    return generic_work(runtime, parameters);
  });
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams* parameters) {
  return set_node(node,
                  [&](Runtime& runtime) -> GraphWork { return generic_work(runtime, parameters); });
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                       cudaGraphNodeParams* parameters) {
  return set_node(exec, node,
                  [&](Runtime& runtime) -> GraphWork { return generic_work(runtime, parameters); });
}
