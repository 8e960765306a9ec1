// A tile with the cells around it.
#pragma once

#include "kernels/dma/strided.cuh"

namespace warpscope::dma {

/// Whether a halo has its four corners. A star-shaped stencil needs none.
template <bool kHasThem>
struct Corners {};
inline constexpr Corners<true> with_corners{};
inline constexpr Corners<false> without_corners{};

/// What is left and right of a tile: of `height` rows the `radius` cells before and the `radius`
/// behind the tile's `width`. Both pointers are those of the first row's left cells.
template <Value CellBytes, Value Radius, Value Width, Value SourcePitch, Value DestinationPitch,
          AlignmentPromise Alignment>
class HaloSides {
 public:
  static constexpr int kAlignment = Alignment::kAlignment;

  __device__ constexpr HaloSides(CellBytes cell_bytes, Radius radius, Width width,
                                 std::int64_t height, SourcePitch source_pitch,
                                 DestinationPitch destination_pitch)
      : bytes_(checked_size<Alignment>(std::int64_t{number(radius)} * number(cell_bytes))),
        across_(checked_stride<Alignment>((std::int64_t{number(width)} + number(radius)) *
                                          number(cell_bytes))),
        height_(checked_size<AnyAlignment>(height)),
        source_pitch_(checked_stride<Alignment>(source_pitch)),
        destination_pitch_(checked_stride<Alignment>(destination_pitch)) {}

  __device__ unsigned runs() const { return static_cast<unsigned>(2 * height_); }
  __device__ unsigned run_bytes() const { return static_cast<unsigned>(bytes_); }
  __device__ std::int64_t source_offset(std::int64_t run) const {
    return offset(run, static_cast<std::int64_t>(number(source_pitch_)));
  }
  __device__ std::int64_t destination_offset(std::int64_t run) const {
    return offset(run, static_cast<std::int64_t>(number(destination_pitch_)));
  }
  __device__ std::int64_t offset_bits() const {
    return across_ | static_cast<std::int64_t>(number(source_pitch_)) |
           static_cast<std::int64_t>(number(destination_pitch_));
  }

 private:
  __device__ std::int64_t offset(std::int64_t run, std::int64_t pitch) const {
    return (run >> 1) * pitch + (run & 1) * across_;
  }

  std::int64_t bytes_, across_, height_;
  SourcePitch source_pitch_;
  DestinationPitch destination_pitch_;
};

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
  static constexpr int kAlignment = Alignment::kAlignment;
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
    for_each_rectangle([&](const Rectangle& all) { f(part(all)); });
  }

  /// The tile with what is above and below it, all rows equally long, and then the two sides, both
  /// in one part: few threads have nothing to do, and rows begin where the tile's do.
  template <typename F>
  __device__ void with_parts_for_threads(F&& f) const requires(Alignment::kAlignment != 0) {
    const Rectangle left = left_side();
    f(part(columns()),
      Part<Sides>{{cell_bytes_, radius_, width_, left.height, source_pitch_, destination_pitch_},
                  offset(left, source_pitch_),
                  offset(left, destination_pitch_)});
  }

  /// The same halo where the domain ends, see ClippedHalo.
  __device__ constexpr ClippedHalo<Halo> clipped(std::int64_t x, std::int64_t y,
                                                 std::int64_t domain_width,
                                                 std::int64_t domain_height) const {
    return {*this, x, y, domain_width, domain_height};
  }

 private:
  friend class ClippedHalo<Halo>;

  using Sides = HaloSides<CellBytes, Radius, Width, SourcePitch, DestinationPitch, Alignment>;
  using Rows = Strided<std::int64_t, std::int64_t, SourcePitch, DestinationPitch, Alignment>;

  /// In cells from the tile's first.
  struct Rectangle {
    std::int64_t x, y, width, height;
  };

  __device__ std::int64_t radius() const { return number(radius_); }
  __device__ std::int64_t width() const { return number(width_); }
  __device__ std::int64_t height() const { return number(height_); }

  template <typename F>
  __device__ void for_each_rectangle(F&& f) const {
    if constexpr (kHasCorners) {
      f(Rectangle{-radius(), -radius(), width() + 2 * radius(), height() + 2 * radius()});
    } else {
      f(Rectangle{-radius(), 0, width() + 2 * radius(), height()});
      f(Rectangle{0, -radius(), width(), radius()});
      f(Rectangle{0, height(), width(), radius()});
    }
  }
  __device__ Rectangle columns() const { return {0, -radius(), width(), height() + 2 * radius()}; }
  __device__ Rectangle left_side() const {
    if constexpr (kHasCorners) return {-radius(), -radius(), radius(), height() + 2 * radius()};
    return {-radius(), 0, radius(), height()};
  }
  __device__ Rectangle right_side() const {
    Rectangle side = left_side();
    side.x = width();
    return side;
  }

  template <Value Pitch>
  __device__ std::int64_t offset(const Rectangle& all, const Pitch& pitch) const {
    return all.y * static_cast<std::int64_t>(number(pitch)) + all.x * number(cell_bytes_);
  }
  __device__ Part<Rows> part(const Rectangle& all) const {
    return {Rows(all.width * number(cell_bytes_), all.height, source_pitch_, destination_pitch_,
                 Alignment{}),
            offset(all, source_pitch_), offset(all, destination_pitch_)};
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
    halo_.for_each_rectangle([&](const Rectangle& all) {
      const Rectangle rest = clipped(all);
      if (rest.width > 0 && rest.height > 0) f(halo_.part(rest));
    });
  }

  template <typename F>
  __device__ void with_parts_for_threads(F&& f) const requires(HaloType::kAlignment != 0) {
    f(part(halo_.columns()), part(halo_.left_side()), part(halo_.right_side()));
  }

 private:
  using Rectangle = typename HaloType::Rectangle;

  __device__ Rectangle clipped(const Rectangle& all) const {
    const std::int64_t left = greater(all.x, -x_), top = greater(all.y, -y_);
    return {left, top, smaller(all.x + all.width, domain_width_ - x_) - left,
            smaller(all.y + all.height, domain_height_ - y_) - top};
  }
  /// Perhaps an empty one.
  __device__ auto part(const Rectangle& all) const {
    const Rectangle rest = clipped(all);
    return halo_.part(rest.width > 0 && rest.height > 0 ? rest : Rectangle{0, 0, 0, 0});
  }
  __device__ static std::int64_t greater(std::int64_t a, std::int64_t b) { return a > b ? a : b; }
  __device__ static std::int64_t smaller(std::int64_t a, std::int64_t b) { return a < b ? a : b; }

  HaloType halo_;
  std::int64_t x_, y_, domain_width_, domain_height_;
};

}  // namespace warpscope::dma
