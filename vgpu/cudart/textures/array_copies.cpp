#include "vgpu/cudart/textures/array_copies.h"

#include "vgpu/cudart/basics/failure.h"

namespace warpscope::cudart {

std::size_t element_bytes_of(const cudaChannelFormatDesc& format) {
  const int bits = format.x;
  const bool has_size = bits == 8 || bits == 16 || bits == 32;
  const bool has_kind = format.f == cudaChannelFormatKindSigned ||
                        format.f == cudaChannelFormatKindUnsigned ||
                        (format.f == cudaChannelFormatKindFloat && bits != 8);
  int components = 1;
  for (const int next : {format.y, format.z, format.w}) {
    if (next == 0) break;
    ++components;
  }
  const auto is = [&](int present, int value) {
    return value == (present <= components ? bits : 0);
  };
  const bool is_regular = is(2, format.y) && is(3, format.z) && is(4, format.w) && components != 3;
  expect(has_size && has_kind && is_regular, cudaErrorInvalidChannelDescriptor);
  return static_cast<std::size_t>(bits / 8 * components);
}

std::byte* place_in(const Array& array, std::size_t column_bytes, std::size_t row,
                    std::size_t slice, std::size_t bytes, std::size_t rows, std::size_t slices) {
  const auto holds = [](std::size_t all, std::size_t first, std::size_t count) {
    return first <= all && count <= all - first;
  };
  expect(holds(array.row_bytes(), column_bytes, bytes) && holds(array.rows(), row, rows) &&
         holds(array.slices(), slice, slices));
  return array.memory + slice * array.pitch.slice + row * array.pitch.row + column_bytes;
}

namespace {

struct Side {
  cudaArray_const_t array = nullptr;
  const cudaPitchedPtr& pointer;
  const cudaPos& position;
};

/// The first byte of one side of a copy of `bytes` by `rows` by `slices`.
std::byte* begin_of(const Arrays& arrays, const Side& side, std::size_t bytes, std::size_t rows,
                    std::size_t slices, Pitch& pitch) {
  // Exactly one of them is given.
  expect((side.array == nullptr) != (side.pointer.ptr == nullptr));
  const cudaPos& at = side.position;
  if (side.array != nullptr) {
    const Array& array = arrays.get(side.array);
    pitch = array.pitch;
    return place_in(array, at.x * array.element_bytes, at.y, at.z, bytes, rows, slices);
  }
  pitch = {side.pointer.pitch, side.pointer.pitch * side.pointer.ysize};
  if (rows > 1 || slices > 1) {
    expect(at.x <= pitch.row && bytes <= pitch.row - at.x, cudaErrorInvalidPitchValue);
  }
  if (slices > 1) expect(at.y <= side.pointer.ysize && rows <= side.pointer.ysize - at.y);
  return static_cast<std::byte*>(side.pointer.ptr) + at.z * pitch.slice + at.y * pitch.row + at.x;
}

}  // namespace

CopyCall copy_call_of(const Arrays& arrays, const cudaMemcpy3DParms& p) {
  CopyCall call;
  call.kind = p.kind;
  call.rows = p.extent.height;
  call.slices = p.extent.depth;
  call.bytes = p.extent.width;
  // Where an array takes part, its elements are the unit of the extent.
  std::size_t unit = 1;
  if (p.srcArray != nullptr) unit = arrays.get(p.srcArray).element_bytes;
  if (p.dstArray != nullptr) {
    const std::size_t other = arrays.get(p.dstArray).element_bytes;
    expect(p.srcArray == nullptr || other == unit);
    unit = other;
  }
  expect(!__builtin_mul_overflow(call.bytes, unit, &call.bytes));
  if (call.bytes == 0 || call.rows == 0 || call.slices == 0) return call;
  call.source = begin_of(arrays, {p.srcArray, p.srcPtr, p.srcPos}, call.bytes, call.rows,
                         call.slices, call.source_pitch);
  call.target = begin_of(arrays, {p.dstArray, p.dstPtr, p.dstPos}, call.bytes, call.rows,
                         call.slices, call.target_pitch);
  return call;
}

}  // namespace warpscope::cudart
