// A tile with the cells around it.
#pragma once

#include "kernels/dma/strided.cuh"

namespace warpscope::dma {

/// Whether a halo has its four corners. A star-shaped stencil needs none.
template <bool kHasThem>
struct Corners {};
inline constexpr Corners<true> with_corners{};
inline constexpr Corners<false> without_corners{};

template <typename HaloType>
class ClippedHalo;

/// A tile of `width` * `height` cells of `cell_bytes` bytes and `radius` cells around it on each
/// side. Both pointers are those of the tile's first cell, not of the halo's; pitches in bytes. The
/// halo must exist at the source: pad the domain, or clip the halo (clipped). CudaDMAHalo; bytes:
/// (width + 2 radius) * (height
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
    for_each_rectangle([&](std::int64_t x, std::int64_t y, std::int64_t width,
                           std::int64_t height) { part(f, x, y, width, height); });
  }

  /// The same halo where the domain ends, see ClippedHalo.
  __device__ constexpr ClippedHalo<Halo> clipped(std::int64_t x, std::int64_t y,
                                                 std::int64_t domain_width,
                                                 std::int64_t domain_height) const {
    return {*this, x, y, domain_width, domain_height};
  }

 private:
  friend class ClippedHalo<Halo>;

  /// Calls f(x, y, width, height) in cells from the tile's first.
  template <typename F>
  __device__ void for_each_rectangle(F&& f) const {
    const std::int64_t radius = number(radius_);
    const std::int64_t width = number(width_), height = number(height_);
    if constexpr (kHasCorners) {
      f(-radius, -radius, width + 2 * radius, height + 2 * radius);
    } else {
      f(-radius, 0, width + 2 * radius, height);
      f(0, -radius, width, radius);
      f(0, height, width, radius);
    }
  }

  template <typename F>
  __device__ void part(F& f, std::int64_t x, std::int64_t y, std::int64_t width,
                       std::int64_t height) const {
    const std::int64_t cell = number(cell_bytes_);
    const std::int64_t from = number(source_pitch_), to = number(destination_pitch_);
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

/// What of a halo and its tile lies in a domain of `domain_width` * `domain_height` cells, where
/// the tile's first cell is (`x`, `y`), counted from the domain's. Cells outside are neither read
/// nor written: give the buffer their value once, before the first transfer to it.
///   ring.execute_dma(halo.clipped(x, y, nx, ny), in + y * nx + x, first_cell_of(buffer));
template <typename HaloType>
class ClippedHalo {
 public:
  __device__ constexpr ClippedHalo(const HaloType& halo, std::int64_t x, std::int64_t y,
                                   std::int64_t domain_width, std::int64_t domain_height)
      : halo_(halo), x_(x), y_(y), domain_width_(domain_width), domain_height_(domain_height) {}

  template <typename F>
  __device__ void for_each_part(F&& f) const {
    halo_.for_each_rectangle([&](std::int64_t x, std::int64_t y, std::int64_t width,
                                 std::int64_t height) {
      const std::int64_t left = greater(x, -x_), right = smaller(x + width, domain_width_ - x_);
      const std::int64_t top = greater(y, -y_), bottom = smaller(y + height, domain_height_ - y_);
      if (left < right && top < bottom) halo_.part(f, left, top, right - left, bottom - top);
    });
  }

 private:
  __device__ static std::int64_t greater(std::int64_t a, std::int64_t b) { return a > b ? a : b; }
  __device__ static std::int64_t smaller(std::int64_t a, std::int64_t b) { return a < b ? a : b; }

  HaloType halo_;
  std::int64_t x_, y_, domain_width_, domain_height_;
};

}  // namespace warpscope::dma
