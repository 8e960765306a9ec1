#include "vgpu/cudart/copies/memory_mistakes.h"

#include <string>

#include "vgpu/cudart/basics/failure.h"
#include "vgpu/cudart/basics/runtime_parts.h"
#include "vgpu/cudart/basics/words.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/memory/memory_table.h"
#include "vgpu/cudart/watch/host_watch.h"

namespace warpscope::cudart {
namespace {

const char* giver_of(MemoryKind kind) {
  switch (kind) {
    case MemoryKind::device:
      return "cudaMalloc";
    case MemoryKind::pool:
      return "cudaMallocAsync";
    case MemoryKind::graph:
      return "a node of a graph";
    case MemoryKind::variable:
      return "a __device__ variable";
    case MemoryKind::array:
      return "cudaMallocArray";
    case MemoryKind::pinned:
      return "cudaMallocHost or cudaHostAlloc";
    case MemoryKind::registered:
      return "cudaHostRegister";
    case MemoryKind::managed:
      return "cudaMallocManaged";
  }
  return "another call";
}

/// Memory that is gone: by cudaFree, or by a reset of its device. True when that explains it.
bool explain_gone(Runtime& runtime, const void* pointer) {
  const GoneBlock* gone = runtime.memory.find_gone(pointer);
  if (gone == nullptr) return false;
  if (gone->by_reset) {
    runtime.watch.explain("use-after-reset",
                          "the memory was there until cudaDeviceReset, which freed it.");
  } else {
    runtime.watch.explain("use-after-free",
                          "the memory was freed at " + site_text(gone->freed_at) + ".");
  }
  return true;
}

/// One side of a copy or a fill.
struct End {
  const char* name;
  const void* pointer;
  std::uint64_t span_bytes;
};

/// True when a range begins in an allocation and runs over its end.
bool explain_length(Runtime& runtime, const End& end) {
  const MemoryBlock* block = runtime.memory.find(end.pointer);
  if (block == nullptr || runtime.memory.find(end.pointer, end.span_bytes) != nullptr) return false;
  const std::uint64_t offset = address_of(end.pointer) - block->address;
  std::string cause = std::string(end.name) + " has " + bytes_text(block->size_bytes);
  if (offset != 0) cause += ", of which " + std::to_string(offset) + " lie before the pointer";
  cause += ", and " + bytes_text(end.span_bytes) + " are asked for.";
  runtime.watch.explain("copy-past-end", std::move(cause));
  return true;
}

bool is_device_only(const Runtime& runtime, const void* pointer) {
  const MemoryBlock* block = runtime.memory.find(pointer);
  return block != nullptr && !block->is_on_host();
}

bool is_device(const Runtime& runtime, const void* pointer) {
  return runtime.memory.find(pointer) != nullptr;
}

const char* words_of(cudaMemcpyKind kind) {
  switch (kind) {
    case cudaMemcpyHostToHost:
      return "host to host";
    case cudaMemcpyHostToDevice:
      return "host to device";
    case cudaMemcpyDeviceToHost:
      return "device to host";
    default:
      return "device to device";
  }
}

void explain_direction(Runtime& runtime, const CopyCall& call) {
  if (call.kind == cudaMemcpyDefault) return;
  const bool is_to_device =
      call.kind == cudaMemcpyHostToDevice || call.kind == cudaMemcpyDeviceToDevice;
  const bool is_from_device =
      call.kind == cudaMemcpyDeviceToHost || call.kind == cudaMemcpyDeviceToDevice;
  const bool target_fits =
      is_to_device ? is_device(runtime, call.target) : !is_device_only(runtime, call.target);
  const bool source_fits =
      is_from_device ? is_device(runtime, call.source) : !is_device_only(runtime, call.source);
  if (target_fits && source_fits) return;
  const auto side = [&](const void* pointer) {
    return is_device_only(runtime, pointer) ? "the device's" : "the host's";
  };
  std::string cause = std::string("the kind says ") + words_of(call.kind) + ", but the target is " +
                      side(call.target) + " memory and the source " + side(call.source) + ".";
  runtime.watch.explain("copy-wrong-direction", std::move(cause));
}

}  // namespace

void explain_free(Runtime& runtime, const void* pointer, const char* function) {
  if (!runtime.devices.is_watched()) return;
  if (const GoneBlock* gone = runtime.memory.find_gone(pointer)) {
    const bool is_twice = !gone->by_reset && gone->block.address == address_of(pointer);
    if (is_twice) {
      runtime.watch.explain("double-free",
                            "the memory was freed before, at " + site_text(gone->freed_at) + ".");
    } else {
      explain_gone(runtime, pointer);
    }
    return;
  }
  const MemoryBlock* block = runtime.memory.find(pointer);
  std::string cause = std::string(function) + " was given ";
  if (block == nullptr) {
    cause +=
        "a pointer that none of CUDA's allocations has given. Has the array that it was kept in "
        "room "
        "for all of them, and so has each array beside it?";
  } else if (block->address != address_of(pointer)) {
    cause += "a pointer to byte " + std::to_string(address_of(pointer) - block->address) +
             " of an allocation, not to its first byte.";
  } else {
    cause += std::string("memory of ") + giver_of(block->kind) + ".";
  }
  runtime.watch.explain("free-mismatch", std::move(cause));
}

void explain_copy(Runtime& runtime, const CopyCall& call) {
  if (!runtime.devices.is_watched() || call.target == nullptr || call.source == nullptr) return;
  if (explain_gone(runtime, call.target) || explain_gone(runtime, call.source)) return;
  explain_direction(runtime, call);
  if (!runtime.watch.is_explained() &&
      !explain_length(runtime, {"the target", call.target, *target_of(call).span_bytes()})) {
    explain_length(runtime, {"the source", call.source, *source_of(call).span_bytes()});
  }
}

void explain_fill(Runtime& runtime, const FillCall& call) {
  if (!runtime.devices.is_watched() || call.target == nullptr) return;
  if (explain_gone(runtime, call.target)) return;
  explain_length(runtime, {"the memory", call.target, target_of(call).span_bytes().value_or(0)});
}

}  // namespace warpscope::cudart
