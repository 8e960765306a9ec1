// Allocation of pitched memory and of CUDA arrays.
#include <cuda_runtime_api.h>

#include <limits>

#include "arch/runtime_limits.h"
#include "vgpu/cudart/allocations/device_allocation.h"
#include "vgpu/cudart/calls/frame.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/devices/unsupported.h"
#include "vgpu/cudart/streams/capture.h"
#include "vgpu/cudart/streams/streams.h"
#include "vgpu/cudart/textures/array_copies.h"
#include "vgpu/cudart/textures/arrays.h"

using warpscope::arch::kTextureLimits;
using warpscope::arch::TextureLimits;
using warpscope::cudart::address_of;
using warpscope::cudart::allocate_on_device;
using warpscope::cudart::Array;
using warpscope::cudart::element_bytes_of;
using warpscope::cudart::expect;
using warpscope::cudart::MemoryKind;
using warpscope::cudart::release_on_device;
using warpscope::cudart::run_call;
using warpscope::cudart::Runtime;

namespace {

constexpr std::size_t kPitchBytes = kTextureLimits.alignment_bytes;
/// Rows of arrays: enough for any element.
constexpr std::size_t kArrayPitchBytes = 32;

/// Sizes multiply without overflow, or there is no such memory.
std::size_t product(std::size_t a, std::size_t b) {
  std::size_t result = 0;
  expect(!__builtin_mul_overflow(a, b, &result), cudaErrorMemoryAllocation);
  return result;
}

std::size_t round_up(std::size_t bytes, std::size_t multiple) {
  expect(bytes <= std::numeric_limits<std::size_t>::max() - multiple, cudaErrorMemoryAllocation);
  return (bytes + multiple - 1) / multiple * multiple;
}

cudaPitchedPtr allocate_pitched(Runtime& runtime, const cudaExtent& extent) {
  cudaPitchedPtr result{nullptr, 0, extent.width, extent.height};
  result.pitch = round_up(extent.width, kPitchBytes);
  const std::size_t bytes = product(product(result.pitch, extent.height), extent.depth);
  if (bytes != 0) result.ptr = allocate_on_device(runtime, bytes, MemoryKind::device);
  return result;
}

bool is_within(const cudaExtent& extent, const TextureLimits::Extents& limits) {
  const auto limit = [&](std::size_t axis) { return static_cast<std::size_t>(limits.at(axis)); };
  return extent.width <= limit(0) && extent.height <= limit(1) && extent.depth <= limit(2);
}

void expect_within_limits(const cudaExtent& extent, bool is_layered) {
  if (is_layered) {
    const auto& layer = kTextureLimits.layer_2d;
    expect(extent.depth >= 1 && is_within(extent, {layer[0], layer[1], kTextureLimits.layers}));
  } else if (extent.depth != 0) {
    expect(extent.height != 0 && is_within(extent, kTextureLimits.image_3d));
  } else {
    expect(is_within(extent, kTextureLimits.image_2d));
  }
}

void allocate_array(Runtime& runtime, cudaArray_t* handle, const cudaChannelFormatDesc* format,
                    const cudaExtent& extent, unsigned flags) {
  expect(handle != nullptr && format != nullptr);
  runtime.devices.connection();
  for (const auto& [flag, text] : {std::pair(cudaArrayCubemap, "a cubemap array"),
                                   std::pair(cudaArraySparse, "a sparse array"),
                                   std::pair(cudaArrayDeferredMapping, "an unmapped array")}) {
    if ((flags & static_cast<unsigned>(flag)) != 0) {
      warpscope::cudart::report_unsupported(runtime, text);
    }
  }
  constexpr unsigned kKnownFlags =
      cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayTextureGather;
  expect((flags & ~kKnownFlags) == 0 && extent.width != 0);
  Array array;
  array.format = *format;
  array.extent = extent;
  array.flags = flags;
  array.device = warpscope::cudart::current_device();
  array.element_bytes = element_bytes_of(*format);
  expect_within_limits(extent, array.is_layered());
  array.pitch.row = round_up(array.row_bytes(), kArrayPitchBytes);
  array.pitch.slice = product(array.pitch.row, array.rows());
  array.memory = static_cast<std::byte*>(
      allocate_on_device(runtime, product(array.pitch.slice, array.slices()), MemoryKind::array));
  *handle = reinterpret_cast<cudaArray_t>(&runtime.arrays.add(array));
}

}  // namespace

cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width,
                            std::size_t height) {
  return run_call([&](Runtime& runtime) {
    runtime.captures.expect_safe_call();
    expect(pointer != nullptr && pitch != nullptr);
    const cudaPitchedPtr memory = allocate_pitched(runtime, {width, height, 1});
    *pointer = memory.ptr;
    *pitch = memory.pitch;
  });
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* memory, cudaExtent extent) {
  return run_call([&](Runtime& runtime) {
    runtime.captures.expect_safe_call();
    expect(memory != nullptr);
    *memory = allocate_pitched(runtime, extent);
  });
}

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format,
                            std::size_t width, std::size_t height, unsigned flags) {
  return run_call([&](Runtime& runtime) {
    runtime.captures.expect_safe_call();
    expect((flags & cudaArrayLayered) == 0);
    allocate_array(runtime, array, format, {width, height, 0}, flags);
  });
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format,
                              cudaExtent extent, unsigned flags) {
  return run_call([&](Runtime& runtime) { allocate_array(runtime, array, format, extent, flags); });
}

cudaError_t cudaFreeArray(cudaArray_t handle) {
  return run_call([&](Runtime& runtime) {
    runtime.captures.expect_safe_call();
    runtime.devices.connection();
    if (handle == nullptr) return;
    const Array& array = runtime.arrays.get(handle);
    runtime.streams.wait_all(array.device);
    release_on_device(runtime, address_of(array.memory));
    runtime.arrays.remove(array);
  });
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned* flags,
                             cudaArray_t handle) {
  return run_call([&](Runtime& runtime) {
    runtime.devices.connection();
    const Array& array = runtime.arrays.get(handle);
    if (format != nullptr) *format = array.format;
    if (extent != nullptr) *extent = array.extent;
    if (flags != nullptr) *flags = array.flags;
  });
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t handle) {
  return run_call([&](Runtime& runtime) {
    expect(format != nullptr);
    runtime.devices.connection();
    *format = runtime.arrays.get(handle).format;
  });
}
