#include "vgpu/cudart/graphs/graph_work.h"

#include <cstring>

#include "vgpu/cudart/allocations/graph_memory.h"
#include "vgpu/cudart/basics/failure.h"
#include "vgpu/cudart/basics/runtime_parts.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/devices/unsupported.h"
#include "vgpu/cudart/modules/registry.h"

namespace warpscope::cudart {
namespace {

constexpr std::size_t kMaxElementBytes = 4;

/// A copy or fill in a graph is asynchronous, and reads pageable memory when it runs.
template <typename Call>
Call as_in_graph(Call call) {
  call.is_asynchronous = true;
  call.stream = nullptr;
  return call;
}

std::byte* at(const cudaPitchedPtr& pointer, const cudaPos& position) {
  const std::size_t slice = pointer.pitch * pointer.ysize;
  return static_cast<std::byte*>(pointer.ptr) + position.z * slice + position.y * pointer.pitch +
         position.x;
}

Pitch pitch_of(const cudaPitchedPtr& pointer) {
  return {pointer.pitch, pointer.pitch * pointer.ysize};
}

struct TypeOf {
  cudaGraphNodeType operator()(const EmptyWork&) const { return cudaGraphNodeTypeEmpty; }
  cudaGraphNodeType operator()(const KernelWork&) const { return cudaGraphNodeTypeKernel; }
  cudaGraphNodeType operator()(const CopyCall&) const { return cudaGraphNodeTypeMemcpy; }
  cudaGraphNodeType operator()(const FillCall&) const { return cudaGraphNodeTypeMemset; }
  cudaGraphNodeType operator()(const HostWork&) const { return cudaGraphNodeTypeHost; }
  cudaGraphNodeType operator()(const ChildWork&) const { return cudaGraphNodeTypeGraph; }
  cudaGraphNodeType operator()(const EventRecordWork&) const {
    return cudaGraphNodeTypeEventRecord;
  }
  cudaGraphNodeType operator()(const EventWaitWork&) const { return cudaGraphNodeTypeWaitEvent; }
  cudaGraphNodeType operator()(const AllocationWork&) const { return cudaGraphNodeTypeMemAlloc; }
  cudaGraphNodeType operator()(const FreeWork&) const { return cudaGraphNodeTypeMemFree; }
  cudaGraphNodeType operator()(const OtherWork&) const { return cudaGraphNodeTypeMemcpy; }
};

}  // namespace

KernelWork::KernelWork(Runtime& runtime, const LaunchCall& call) : call_(call) {
  check_launch_call(runtime, call);
  const auto& kernel = runtime.registry.function(runtime.devices.connection(), call.function);
  for (std::size_t i = 0; i < kernel.description->parameters.size(); ++i) {
    const auto* value = static_cast<const std::byte*>(call.arguments[i]);
    values_.emplace_back(value, value + kernel.description->parameters[i].size_bytes);
  }
  for (std::vector<std::byte>& value : values_) pointers_.push_back(value.data());
  if (call.is_cooperative) attributes[cudaLaunchAttributeCooperative].cooperative = 1;
}

KernelWork& KernelWork::operator=(const KernelWork& other) {
  attributes = other.attributes;
  call_ = other.call_;
  values_ = other.values_;
  pointers_.clear();
  for (std::vector<std::byte>& value : values_) pointers_.push_back(value.data());
  return *this;
}

LaunchCall KernelWork::call_for(cudaStream_t stream, int device,
                                std::vector<void*>& pointers) const {
  LaunchCall call = call_;
  pointers = pointers_;
  call.arguments = pointers.data();
  call.stream = stream;
  call.device = device;
  const auto cooperative = attributes.find(cudaLaunchAttributeCooperative);
  call.is_cooperative = cooperative != attributes.end() && cooperative->second.cooperative != 0;
  return call;
}

cudaKernelNodeParams KernelWork::parameters() const {
  cudaKernelNodeParams parameters{};
  parameters.func = const_cast<void*>(call_.function);
  parameters.gridDim = call_.grid;
  parameters.blockDim = call_.block;
  parameters.sharedMemBytes = static_cast<unsigned>(call_.shared_bytes);
  parameters.kernelParams = const_cast<void**>(pointers_.data());
  return parameters;
}

cudaGraphNodeType type_of(const GraphWork& work) { return std::visit(TypeOf{}, work); }

GraphWork kernel_work(Runtime& runtime, const cudaKernelNodeParams& parameters) {
  expect(parameters.func != nullptr, cudaErrorInvalidDeviceFunction);
  if (parameters.extra != nullptr) {
    report_unsupported(runtime, "A kernel node with its arguments in `extra`");
  }
  LaunchCall call;
  call.function = parameters.func;
  call.grid = parameters.gridDim;
  call.block = parameters.blockDim;
  call.arguments = parameters.kernelParams;
  call.shared_bytes = parameters.sharedMemBytes;
  return KernelWork(runtime, call);
}

GraphWork copy_work(Runtime& runtime, CopyCall call) {
  expect(call.bytes != 0 && call.rows != 0 && call.slices != 0);
  checked_kind(runtime, call);
  return as_in_graph(call);
}

GraphWork copy_work(Runtime& runtime, const cudaMemcpy3DParms& parameters) {
  if (parameters.srcArray != nullptr || parameters.dstArray != nullptr) {
    report_unsupported(runtime, "A copy node with an array");
  }
  expect(parameters.srcPtr.ptr != nullptr && parameters.dstPtr.ptr != nullptr);
  CopyCall call;
  call.target = at(parameters.dstPtr, parameters.dstPos);
  call.source = at(parameters.srcPtr, parameters.srcPos);
  call.kind = parameters.kind;
  call.bytes = parameters.extent.width;
  call.rows = parameters.extent.height;
  call.slices = parameters.extent.depth;
  call.target_pitch = pitch_of(parameters.dstPtr);
  call.source_pitch = pitch_of(parameters.srcPtr);
  return copy_work(runtime, call);
}

GraphWork fill_work(Runtime& runtime, const cudaMemsetParams& parameters) {
  const std::size_t element = parameters.elementSize;
  expect(element == 1 || element == 2 || element == kMaxElementBytes);
  expect(parameters.width != 0 && parameters.height != 0 &&
         parameters.width <= SIZE_MAX / kMaxElementBytes);
  FillCall call;
  call.target = parameters.dst;
  std::memcpy(&call.value, &parameters.value, sizeof call.value);
  call.element_bytes = static_cast<std::uint8_t>(element);
  call.bytes = parameters.width * element;
  call.rows = parameters.height;
  call.pitch = {parameters.pitch, parameters.pitch * parameters.height};
  checked_box(runtime, call);
  return as_in_graph(call);
}

cudaMemAllocNodeParams AllocationWork::parameters() const {
  cudaMemAllocNodeParams told = given;
  told.accessDescs = accesses.data();
  told.accessDescCount = accesses.size();
  told.dptr = reinterpret_cast<void*>(allocation->address);
  return told;
}

GraphWork allocation_work(Runtime& runtime, cudaMemAllocNodeParams& parameters) {
  const cudaMemPoolProps& pool = parameters.poolProps;
  expect(pool.allocType == cudaMemAllocationTypePinned &&
         pool.handleTypes == cudaMemHandleTypeNone &&
         pool.location.type == cudaMemLocationTypeDevice && parameters.bytesize != 0);
  expect(pool.location.id >= 0 && pool.location.id < runtime.devices.count());
  expect(parameters.accessDescCount == 0 || parameters.accessDescs != nullptr);
  AllocationWork work;
  work.given = parameters;
  unsigned granted = 0;
  for (std::size_t i = 0; i < parameters.accessDescCount; ++i) {
    const cudaMemAccessDesc& access = parameters.accessDescs[i];
    expect(access.location.type == cudaMemLocationTypeDevice &&
           access.flags == cudaMemAccessFlagsProtReadWrite);
    runtime.devices.expect_device(access.location.id);
    granted |= 1U << static_cast<unsigned>(access.location.id);
    work.accesses.push_back(access);
  }
  work.allocation =
      std::make_shared<GraphAllocation>(runtime, parameters.bytesize, pool.location.id);
  work.allocation->granted = static_cast<std::uint8_t>(granted);
  runtime.graph_memory.note(work.allocation);
  parameters.dptr = reinterpret_cast<void*>(work.allocation->address);
  return work;
}

GraphWork free_work(Runtime& runtime, const void* pointer) {
  const auto allocation = runtime.graph_memory.find(address_of(pointer));
  expect(allocation != nullptr && !allocation->has_free_node);
  allocation->has_free_node = true;
  return FreeWork{allocation};
}

GraphWork host_work(const cudaHostNodeParams& parameters) {
  expect(parameters.fn != nullptr);
  return HostWork{parameters};
}

cudaMemcpy3DParms copy_parameters(const CopyCall& call) {
  const auto side = [&](const void* address, const Pitch& pitch) {
    cudaPitchedPtr pointer{};
    pointer.ptr = const_cast<void*>(address);
    pointer.pitch = call.rows * call.slices > 1 ? pitch.row : call.bytes;
    pointer.xsize = call.bytes;
    pointer.ysize = call.slices > 1 && pitch.row != 0 ? pitch.slice / pitch.row : call.rows;
    return pointer;
  };
  cudaMemcpy3DParms parameters{};
  parameters.srcPtr = side(call.source, call.source_pitch);
  parameters.dstPtr = side(call.target, call.target_pitch);
  parameters.extent = {call.bytes, call.rows, call.slices};
  parameters.kind = call.kind;
  return parameters;
}

cudaMemsetParams fill_parameters(const FillCall& call) {
  cudaMemsetParams parameters{};
  parameters.dst = call.target;
  std::memcpy(&parameters.value, &call.value, sizeof call.value);
  parameters.elementSize = call.element_bytes;
  parameters.width = call.bytes / call.element_bytes;
  parameters.height = call.rows;
  parameters.pitch = call.pitch.row;
  return parameters;
}

}  // namespace warpscope::cudart
