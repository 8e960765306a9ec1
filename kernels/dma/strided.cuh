// Equal pieces at equal distances, and tiles of a matrix.
#pragma once

#include "kernels/dma/pattern.cuh"
#include "kernels/dma/require.cuh"

namespace warpscope::dma {

/// `count` elements of `bytes` bytes, `source_stride` bytes from one to the next at the source and
/// `destination_stride` at the destination (dense if not given). Strides may be negative.
/// CudaDMAStrided.
///   dma::Strided(dma::fixed<256>, rows, pitch)
template <Value Bytes, Value Count, Value SourceStride, Value DestinationStride,
          AlignmentPromise Alignment = AnyAlignment>
class Strided {
 public:
  static constexpr int kAlignment = Alignment::kAlignment;
  static_assert(may_keep<Bytes, Alignment>() && may_keep<SourceStride, Alignment>() &&
                    may_keep<DestinationStride, Alignment>(),
                "The size of an element or a stride is not a multiple of the promised alignment: "
                "promise less, or nothing, or pad the elements.");

  __device__ constexpr Strided(Bytes bytes, Count count, SourceStride source_stride,
                               DestinationStride destination_stride, Alignment = {})
      : bytes_(checked_size<Alignment>(bytes)),
        count_(checked_size<AnyAlignment>(count)),
        source_stride_(checked_stride<Alignment>(source_stride)),
        destination_stride_(checked_stride<Alignment>(destination_stride)) {}
  __device__ constexpr Strided(Bytes bytes, Count count, SourceStride source_stride,
                               Alignment = {}) requires std::same_as<Bytes, DestinationStride>
      : Strided(bytes, count, source_stride, bytes) {}

  __device__ unsigned runs() const { return static_cast<unsigned>(number(count_)); }
  __device__ unsigned run_bytes() const { return static_cast<unsigned>(number(bytes_)); }
  __device__ std::int64_t source_offset(std::int64_t run) const {
    return static_cast<std::int64_t>(number(source_stride_)) * run;
  }
  __device__ std::int64_t destination_offset(std::int64_t run) const {
    return static_cast<std::int64_t>(number(destination_stride_)) * run;
  }
  __device__ std::int64_t offset_bits() const {
    return static_cast<std::int64_t>(number(source_stride_)) |
           static_cast<std::int64_t>(number(destination_stride_));
  }

 private:
  Bytes bytes_;
  Count count_;
  SourceStride source_stride_;
  DestinationStride destination_stride_;
};

template <Value Bytes, Value Count, Value SourceStride>
Strided(Bytes, Count, SourceStride) -> Strided<Bytes, Count, SourceStride, Bytes>;
template <Value Bytes, Value Count, Value SourceStride, AlignmentPromise Alignment>
Strided(Bytes, Count, SourceStride, Alignment)
    -> Strided<Bytes, Count, SourceStride, Bytes, Alignment>;

/// A tile of a matrix in rows: `height` rows of `width_bytes` bytes, with the pitches of the matrix
/// and of the buffer in bytes. The same transfer as Strided, named for what it is.
template <Value WidthBytes, Value Height, Value SourcePitch, Value DestinationPitch,
          AlignmentPromise Alignment = AnyAlignment>
class Tile : public Strided<WidthBytes, Height, SourcePitch, DestinationPitch, Alignment> {
 public:
  __device__ constexpr Tile(WidthBytes width_bytes, Height height, SourcePitch source_pitch,
                            DestinationPitch destination_pitch, Alignment = {})
      : Strided<WidthBytes, Height, SourcePitch, DestinationPitch, Alignment>(
            width_bytes, height, source_pitch, destination_pitch) {}
};

}  // namespace warpscope::dma
