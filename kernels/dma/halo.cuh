// A tile with the cells around it.
#pragma once

#include "kernels/dma/strided.cuh"

namespace warpscope::dma {

/// Whether a halo has its four corners. A star-shaped stencil needs none.
template <bool kHasThem>
struct Corners {};
inline constexpr Corners<true> with_corners{};
inline constexpr Corners<false> without_corners{};

/// A tile of `width` * `height` cells of `cell_bytes` bytes and `radius` cells around it on each
/// side. Both pointers are those of the tile's first cell, not of the halo's; pitches in bytes. The
/// halo must exist at the source: pad the domain. CudaDMAHalo; bytes: (width + 2 radius) * (height
/// + 2 radius) * cell_bytes, with corners.
template <Value CellBytes, Value Radius, Value Width, Value Height, Value SourcePitch,
          Value DestinationPitch, bool kHasCorners = true,
          AlignmentPromise Alignment = AnyAlignment>
class Halo {
 public:
  static_assert(
      may_keep<SourcePitch, Alignment>() && may_keep<DestinationPitch, Alignment>(),
      "A pitch is not a multiple of the promised alignment: pad the rows or promise less.");

  __device__ constexpr Halo(CellBytes cell_bytes, Radius radius, Width width, Height height,
                            SourcePitch source_pitch, DestinationPitch destination_pitch,
                            Corners<kHasCorners> = {}, Alignment = {})
      : cell_bytes_(cell_bytes),
        radius_(radius),
        width_(width),
        height_(height),
        source_pitch_(source_pitch),
        destination_pitch_(destination_pitch) {}

  /// One part with corners; without, the rows of the tile, those above and those below.
  template <typename F>
  __device__ void for_each_part(F&& f) const {
    const std::int64_t cell = number(cell_bytes_), radius = number(radius_);
    const std::int64_t width = number(width_), height = number(height_);
    const std::int64_t from = number(source_pitch_), to = number(destination_pitch_);
    if constexpr (kHasCorners) {
      part(f, -radius, -radius, width + 2 * radius, height + 2 * radius, cell, from, to);
    } else {
      part(f, -radius, 0, width + 2 * radius, height, cell, from, to);
      part(f, 0, -radius, width, radius, cell, from, to);
      part(f, 0, height, width, radius, cell, from, to);
    }
  }

 private:
  template <typename F>
  __device__ void part(F& f, std::int64_t x, std::int64_t y, std::int64_t width,
                       std::int64_t height, std::int64_t cell, std::int64_t from,
                       std::int64_t to) const {
    f(Strided(width * cell, height, source_pitch_, destination_pitch_, Alignment{}),
      y * from + x * cell, y * to + x * cell);
  }

  CellBytes cell_bytes_;
  Radius radius_;
  Width width_;
  Height height_;
  SourcePitch source_pitch_;
  DestinationPitch destination_pitch_;
};

}  // namespace warpscope::dma
