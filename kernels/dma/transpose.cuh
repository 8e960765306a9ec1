// A tile whose rows become columns.
#pragma once

#include "kernels/dma/pattern.cuh"

namespace warpscope::dma {

/// Which side neighbouring threads touch neighbouring cells of: the one in global memory should be.
enum class Along { source, destination };
template <Along kSide>
struct Order {};
inline constexpr Order<Along::source> along_source{};
inline constexpr Order<Along::destination> along_destination{};

/// destination[x][y] = source[y][x] for x < `width`, y < `height`: cells of `cell_bytes` bytes,
/// pitches in bytes. Every cell is a run of its own, so cells of 4, 8 and 16 bytes at aligned
/// pointers cost one access each, other sizes one per byte or 4 bytes; the bulk engine leaves it to
/// the threads. A destination pitch of (height + 1) cells keeps 4-byte cells out of each other's
/// banks. Choose along_destination for rings to global memory.
template <Value CellBytes, Value Width, Value Height, Value SourcePitch, Value DestinationPitch,
          Along kSide = Along::source>
class Transpose {
 public:
  static constexpr int kAlignment = 0;

  __device__ constexpr Transpose(CellBytes cell_bytes, Width width, Height height,
                                 SourcePitch source_pitch, DestinationPitch destination_pitch,
                                 Order<kSide> = {})
      : cell_bytes_(cell_bytes),
        width_(width),
        height_(height),
        source_pitch_(source_pitch),
        destination_pitch_(destination_pitch) {}

  __device__ unsigned runs() const { return width() * height(); }
  __device__ unsigned run_bytes() const { return static_cast<unsigned>(number(cell_bytes_)); }
  __device__ std::int64_t source_offset(unsigned run) const {
    return row(run) * static_cast<std::int64_t>(number(source_pitch_)) +
           std::int64_t{column(run)} * run_bytes();
  }
  __device__ std::int64_t destination_offset(unsigned run) const {
    return column(run) * static_cast<std::int64_t>(number(destination_pitch_)) +
           std::int64_t{row(run)} * run_bytes();
  }
  __device__ std::int64_t offset_bits() const {
    return static_cast<std::int64_t>(number(source_pitch_)) |
           static_cast<std::int64_t>(number(destination_pitch_)) | run_bytes();
  }

 private:
  __device__ unsigned width() const { return static_cast<unsigned>(number(width_)); }
  __device__ unsigned height() const { return static_cast<unsigned>(number(height_)); }
  __device__ unsigned column(unsigned run) const {
    return kSide == Along::source ? run % width() : run / height();
  }
  __device__ unsigned row(unsigned run) const {
    return kSide == Along::source ? run / width() : run % height();
  }

  CellBytes cell_bytes_;
  Width width_;
  Height height_;
  SourcePitch source_pitch_;
  DestinationPitch destination_pitch_;
};

}  // namespace warpscope::dma
