// Copies and fills of rows: pitched memory and arrays.
#include <cuda_runtime_api.h>

#include <algorithm>

#include "vgpu/cudart/calls/frame.h"
#include "vgpu/cudart/copies/transfers.h"
#include "vgpu/cudart/textures/array_copies.h"
#include "vgpu/cudart/textures/arrays.h"

using warpscope::cudart::Array;
using warpscope::cudart::copy;
using warpscope::cudart::CopyCall;
using warpscope::cudart::expect;
using warpscope::cudart::fill;
using warpscope::cudart::FillCall;
using warpscope::cudart::Pitch;
using warpscope::cudart::place_in;
using warpscope::cudart::run_call;
using warpscope::cudart::Runtime;

namespace {

constexpr std::size_t kMaxPitchBytes = 2147483647;

struct When {
  cudaStream_t stream = nullptr;
  bool is_asynchronous = false;
};
constexpr When kNow{};
When in(cudaStream_t stream) { return {stream, true}; }

void expect_pitch(std::size_t pitch, std::size_t width) {
  expect(width <= pitch && pitch <= kMaxPitchBytes, cudaErrorInvalidPitchValue);
}

/// A pitched pointer, or a place in an array.
struct Plane {
  void* begin = nullptr;
  Pitch pitch;
};
Plane pitched(const void* begin, std::size_t pitch, std::size_t width) {
  expect_pitch(pitch, width);
  return {const_cast<void*>(begin), {pitch, 0}};
}
Plane in_array(const Runtime& runtime, cudaArray_const_t handle, std::size_t column_bytes,
               std::size_t row, std::size_t width, std::size_t height) {
  const Array& array = runtime.arrays.get(handle);
  return {place_in(array, column_bytes, row, 0, width, height, 1), array.pitch};
}

void copy_plane(Runtime& runtime, const Plane& to, const Plane& from, std::size_t width,
                std::size_t height, cudaMemcpyKind kind, const When& when) {
  CopyCall call{to.begin, from.begin, width, kind, when.stream, when.is_asynchronous};
  call.rows = height;
  call.target_pitch = to.pitch;
  call.source_pitch = from.pitch;
  copy(runtime, call);
}

/// Copies `bytes` between memory without gaps and the elements of an array from a place on, row by
/// row; `is_to_array` says which way.
void copy_linear(Runtime& runtime, cudaArray_const_t handle, std::size_t column_bytes,
                 std::size_t row, const void* memory, std::size_t bytes, bool is_to_array,
                 cudaMemcpyKind kind, const When& when) {
  const Array& array = runtime.arrays.get(handle);
  const std::size_t row_bytes = array.row_bytes();
  expect(column_bytes < row_bytes || bytes == 0);
  auto* next = static_cast<std::byte*>(const_cast<void*>(memory));
  while (bytes != 0) {
    // The rest of a row, whole rows, or the beginning of the last one.
    const bool is_whole = column_bytes == 0 && bytes >= row_bytes;
    const std::size_t width = std::min(bytes, row_bytes - column_bytes);
    const std::size_t height = is_whole ? bytes / row_bytes : 1;
    const Plane in_there = in_array(runtime, handle, column_bytes, row, width, height);
    const Plane outside{next, {width, 0}};
    copy_plane(runtime, is_to_array ? in_there : outside, is_to_array ? outside : in_there, width,
               height, kind, when);
    next += width * height;
    bytes -= width * height;
    row += height;
    column_bytes = 0;
  }
}

void fill_box(Runtime& runtime, const cudaPitchedPtr& memory, int value, const cudaExtent& extent,
              const When& when) {
  FillCall call{memory.ptr, value, extent.width, when.stream, when.is_asynchronous};
  call.rows = extent.height;
  call.slices = extent.depth;
  call.pitch = {memory.pitch, memory.pitch * memory.ysize};
  expect(extent.width <= memory.pitch && memory.pitch <= kMaxPitchBytes);
  if (call.slices > 1) expect(extent.height <= memory.ysize);
  fill(runtime, call);
}

}  // namespace

cudaError_t cudaMemcpy2DAsync(void* target, std::size_t target_pitch, const void* source,
                              std::size_t source_pitch, std::size_t width, std::size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
  return run_call([&](Runtime& runtime) {
    copy_plane(runtime, pitched(target, target_pitch, width), pitched(source, source_pitch, width),
               width, height, kind, in(stream));
  });
}

cudaError_t cudaMemcpy2D(void* target, std::size_t target_pitch, const void* source,
                         std::size_t source_pitch, std::size_t width, std::size_t height,
                         cudaMemcpyKind kind) {
  return run_call([&](Runtime& runtime) {
    copy_plane(runtime, pitched(target, target_pitch, width), pitched(source, source_pitch, width),
               width, height, kind, kNow);
  });
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t target, std::size_t column, std::size_t row,
                                const void* source, std::size_t pitch, std::size_t width,
                                std::size_t height, cudaMemcpyKind kind) {
  return run_call([&](Runtime& runtime) {
    copy_plane(runtime, in_array(runtime, target, column, row, width, height),
               pitched(source, pitch, width), width, height, kind, kNow);
  });
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t target, std::size_t column, std::size_t row,
                                     const void* source, std::size_t pitch, std::size_t width,
                                     std::size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return run_call([&](Runtime& runtime) {
    copy_plane(runtime, in_array(runtime, target, column, row, width, height),
               pitched(source, pitch, width), width, height, kind, in(stream));
  });
}

cudaError_t cudaMemcpy2DFromArray(void* target, std::size_t pitch, cudaArray_const_t source,
                                  std::size_t column, std::size_t row, std::size_t width,
                                  std::size_t height, cudaMemcpyKind kind) {
  return run_call([&](Runtime& runtime) {
    copy_plane(runtime, pitched(target, pitch, width),
               in_array(runtime, source, column, row, width, height), width, height, kind, kNow);
  });
}

cudaError_t cudaMemcpy2DFromArrayAsync(void* target, std::size_t pitch, cudaArray_const_t source,
                                       std::size_t column, std::size_t row, std::size_t width,
                                       std::size_t height, cudaMemcpyKind kind,
                                       cudaStream_t stream) {
  return run_call([&](Runtime& runtime) {
    copy_plane(runtime, pitched(target, pitch, width),
               in_array(runtime, source, column, row, width, height), width, height, kind,
               in(stream));
  });
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t target, std::size_t target_column,
                                     std::size_t target_row, cudaArray_const_t source,
                                     std::size_t column, std::size_t row, std::size_t width,
                                     std::size_t height, cudaMemcpyKind kind) {
  return run_call([&](Runtime& runtime) {
    copy_plane(runtime, in_array(runtime, target, target_column, target_row, width, height),
               in_array(runtime, source, column, row, width, height), width, height, kind, kNow);
  });
}

cudaError_t cudaMemcpyToArray(cudaArray_t target, std::size_t column, std::size_t row,
                              const void* source, std::size_t bytes, cudaMemcpyKind kind) {
  return run_call([&](Runtime& runtime) {
    copy_linear(runtime, target, column, row, source, bytes, true, kind, kNow);
  });
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t target, std::size_t column, std::size_t row,
                                   const void* source, std::size_t bytes, cudaMemcpyKind kind,
                                   cudaStream_t stream) {
  return run_call([&](Runtime& runtime) {
    copy_linear(runtime, target, column, row, source, bytes, true, kind, in(stream));
  });
}

cudaError_t cudaMemcpyFromArray(void* target, cudaArray_const_t source, std::size_t column,
                                std::size_t row, std::size_t bytes, cudaMemcpyKind kind) {
  return run_call([&](Runtime& runtime) {
    copy_linear(runtime, source, column, row, target, bytes, false, kind, kNow);
  });
}

cudaError_t cudaMemcpyFromArrayAsync(void* target, cudaArray_const_t source, std::size_t column,
                                     std::size_t row, std::size_t bytes, cudaMemcpyKind kind,
                                     cudaStream_t stream) {
  return run_call([&](Runtime& runtime) {
    copy_linear(runtime, source, column, row, target, bytes, false, kind, in(stream));
  });
}

cudaError_t cudaMemset2D(void* pointer, std::size_t pitch, int value, std::size_t width,
                         std::size_t height) {
  return run_call([&](Runtime& runtime) {
    fill_box(runtime, {pointer, pitch, width, height}, value, {width, height, 1}, kNow);
  });
}

cudaError_t cudaMemset2DAsync(void* pointer, std::size_t pitch, int value, std::size_t width,
                              std::size_t height, cudaStream_t stream) {
  return run_call([&](Runtime& runtime) {
    fill_box(runtime, {pointer, pitch, width, height}, value, {width, height, 1}, in(stream));
  });
}

cudaError_t cudaMemset3D(cudaPitchedPtr memory, int value, cudaExtent extent) {
  return run_call([&](Runtime& runtime) { fill_box(runtime, memory, value, extent, kNow); });
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr memory, int value, cudaExtent extent,
                              cudaStream_t stream) {
  return run_call([&](Runtime& runtime) { fill_box(runtime, memory, value, extent, in(stream)); });
}
