// Rows of bytes with gaps between them: what 2-D and 3-D copies move.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "vgpu/protocol/fields.h"

namespace warpscope::device {

/// `depth` slices of `height` rows of `width` bytes each. Packed, the bytes of all rows follow one
/// another without gaps.
struct Box {
  std::uint64_t address = 0;      ///< of the first byte
  std::uint64_t row_pitch = 0;    ///< bytes from one row to the next
  std::uint64_t slice_pitch = 0;  ///< bytes from one slice to the next
  std::uint64_t width = 0, height = 1, depth = 1;

  /// `bytes` bytes without gaps.
  static Box linear(std::uint64_t address, std::uint64_t bytes) {
    return {address, bytes, bytes, bytes, 1, 1};
  }
  /// Bytes without the gaps; nothing when 64 bits do not hold it.
  std::optional<std::uint64_t> packed_bytes() const;
  /// Bytes from the first to behind the last, gaps included; nothing when 64 bits do not hold it or
  /// rows overlap.
  std::optional<std::uint64_t> span_bytes() const;
  /// The same bytes in the same order, with rows that follow one another made one.
  Box collapsed() const;
};

void visit_fields(auto& v, PartOf<Box> auto& box) {
  v.fields(box.address, box.row_pitch, box.slice_pitch, box.width, box.height, box.depth);
}

/// Calls `visit(offset in the box's memory, packed offset, bytes)` for each gapless run of the
/// packed bytes [first, first + bytes), which must lie in the box.
template <typename Visit>
void for_each_run(const Box& whole, std::uint64_t first, std::uint64_t bytes, Visit&& visit) {
  const Box box = whole.collapsed();
  for (const std::uint64_t end = first + bytes; first < end;) {
    const std::uint64_t row = first / box.width;
    const std::uint64_t column = first % box.width;
    const std::uint64_t count = std::min(end - first, box.width - column);
    visit(row / box.height * box.slice_pitch + row % box.height * box.row_pitch + column, first,
          count);
    first += count;
  }
}

}  // namespace warpscope::device
