#include "vgpu/cudart/copies/transfer_call.h"

#include "vgpu/cudart/allocations/reach.h"
#include "vgpu/cudart/basics/failure.h"
#include "vgpu/cudart/basics/runtime_parts.h"
#include "vgpu/cudart/copies/memory_mistakes.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/memory/memory_table.h"
#include "vgpu/cudart/streams/streams.h"

namespace warpscope::cudart {
namespace {

using device::Box;

Box box_of(const void* address, std::size_t bytes, std::size_t rows, std::size_t slices,
           const Pitch& pitch) {
  Box box = Box::linear(address_of(address), bytes);
  if (rows == 1 && slices == 1) return box;
  box.height = rows;
  box.depth = slices;
  box.row_pitch = pitch.row;
  box.slice_pitch = pitch.slice;
  expect(box.packed_bytes() && box.span_bytes());
  return box;
}

/// On which sides of the bus a range can be used.
struct Sides {
  bool on_device = false;  ///< one allocation holds it
  bool on_host = false;
  bool is_managed = false;
};
Sides sides_of(Runtime& runtime, const Box& box) {
  const MemoryBlock* block = block_of(runtime, box);
  if (block != nullptr) return {true, block->is_on_host(), block->is_managed()};
  const auto* pointer = reinterpret_cast<const void*>(box.address);
  const MemoryBlock* start = runtime.memory.find(pointer);
  const bool is_beyond_the_end = start != nullptr && start->is_on_host();
  return {false, !runtime.devices.is_device_address(pointer) && !is_beyond_the_end, false};
}

cudaMemcpyKind actual_kind(Runtime& runtime, const CopyCall& call) {
  const Sides target = sides_of(runtime, target_of(call));
  const Sides source = sides_of(runtime, source_of(call));
  cudaMemcpyKind kind = call.kind;
  if (kind == cudaMemcpyDefault) {
    const bool is_to_device = !target.on_host || target.is_managed;
    const bool is_from_device = !source.on_host || source.is_managed;
    kind = is_to_device ? cudaMemcpyHostToDevice : cudaMemcpyHostToHost;
    if (is_from_device) kind = is_to_device ? cudaMemcpyDeviceToDevice : cudaMemcpyDeviceToHost;
  }
  const bool is_to_host = kind == cudaMemcpyHostToHost || kind == cudaMemcpyDeviceToHost;
  const bool is_from_host = kind == cudaMemcpyHostToHost || kind == cudaMemcpyHostToDevice;
  expect(is_to_host ? target.on_host : target.on_device);
  expect(is_from_host ? source.on_host : source.on_device);
  return kind;
}

}  // namespace

Box target_of(const CopyCall& call) {
  return box_of(call.target, call.bytes, call.rows, call.slices, call.target_pitch);
}
Box target_of(const FillCall& call) {
  return box_of(call.target, call.bytes, call.rows, call.slices, call.pitch);
}
Box source_of(const CopyCall& call) {
  return box_of(call.source, call.bytes, call.rows, call.slices, call.source_pitch);
}

const MemoryBlock* block_of(const Runtime& runtime, const Box& box) {
  return runtime.memory.find(reinterpret_cast<const void*>(box.address), *box.span_bytes());
}

cudaMemcpyKind checked_kind(Runtime& runtime, const CopyCall& call) {
  expect(call.kind >= cudaMemcpyHostToHost && call.kind <= cudaMemcpyDefault,
         cudaErrorInvalidMemcpyDirection);
  try {
    expect(call.target != nullptr && call.source != nullptr);
    return actual_kind(runtime, call);
  } catch (const CudaFailure&) {
    explain_copy(runtime, call);
    throw;
  }
}

int device_of(Runtime& runtime, const FillCall& call) {
  return call.device.value_or(runtime.streams.stream(call.stream).device);
}

Box checked_box(Runtime& runtime, const FillCall& call) {
  const Box target = target_of(call);
  const MemoryBlock* block = block_of(runtime, target);
  if (block == nullptr) explain_fill(runtime, call);
  expect(block != nullptr && reaches(runtime, device_of(runtime, call), *block));
  return target;
}

}  // namespace warpscope::cudart
