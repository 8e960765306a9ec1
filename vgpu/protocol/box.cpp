#include "vgpu/protocol/box.h"

namespace warpscope::device {
namespace {

/// a * b + c, or nothing when it overflows.
std::optional<std::uint64_t> multiply_add(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  std::uint64_t result = 0;
  if (__builtin_mul_overflow(a, b, &result) || __builtin_add_overflow(result, c, &result)) {
    return std::nullopt;
  }
  return result;
}

}  // namespace

std::optional<std::uint64_t> Box::packed_bytes() const {
  const auto slice = multiply_add(width, height, 0);
  return slice ? multiply_add(*slice, depth, 0) : std::nullopt;
}

std::optional<std::uint64_t> Box::span_bytes() const {
  if (width == 0 || height == 0 || depth == 0) return 0;
  if (height > 1 && row_pitch < width) return std::nullopt;
  const auto slice = multiply_add(height - 1, row_pitch, width);
  if (!slice || (depth > 1 && slice_pitch < *slice)) return std::nullopt;
  return multiply_add(depth - 1, slice_pitch, *slice);
}

Box Box::collapsed() const {
  Box box = *this;
  if (box.height == 1) {
    box.height = box.depth;
    box.depth = 1;
    box.row_pitch = box.slice_pitch;
  }
  if (box.height > 1 && box.row_pitch == box.width) {
    box.width *= box.height;
    box.height = box.depth;
    box.depth = 1;
    box.row_pitch = box.slice_pitch;
    if (box.height > 1 && box.row_pitch == box.width) {
      box.width *= box.height;
      box.height = 1;
    }
  }
  return box;
}

}  // namespace warpscope::device
