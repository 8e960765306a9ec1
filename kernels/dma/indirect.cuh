// Elements at places that an array of indices names. CudaDMAIndirect.
#pragma once

#include "kernels/dma/pattern.cuh"
#include "kernels/dma/require.cuh"

namespace warpscope::dma {

namespace indirect {

/// What Gather and Scatter have in common. Strides in bytes.
template <std::integral Index, Value Bytes, Value Count, Value SourceStride,
          Value DestinationStride, AlignmentPromise Alignment>
class Elements {
 public:
  static constexpr int kAlignment = Alignment::kAlignment;
  static_assert(may_keep<Bytes, Alignment>() && may_keep<SourceStride, Alignment>() &&
                    may_keep<DestinationStride, Alignment>(),
                "The size of an element or a stride is not a multiple of the promised alignment: "
                "promise less, or nothing, or pad the elements.");

  __device__ constexpr Elements(const Index* index, Bytes bytes, Count count,
                                SourceStride source_stride, DestinationStride destination_stride)
      : index_(index),
        bytes_(checked_size<Alignment>(bytes)),
        count_(checked_size<AnyAlignment>(count)),
        source_stride_(checked_stride<Alignment>(source_stride)),
        destination_stride_(checked_stride<Alignment>(destination_stride)) {}

  /// Whether the array of indices is the block's, where compute threads may write it anew before
  /// each transfer. A ring then reads it after they have said so.
  __device__ bool reads_shared() const {
    require(!__isLocal(index_),
            "The indices lie in local memory, where every thread has its own: put them into global "
            "or shared memory");
    return __isShared(index_) != 0;
  }

  __device__ unsigned runs() const { return static_cast<unsigned>(number(count_)); }
  __device__ unsigned run_bytes() const { return static_cast<unsigned>(number(bytes_)); }
  __device__ std::int64_t offset_bits() const { return source_stride() | destination_stride(); }

 protected:
  __device__ std::int64_t source_stride() const {
    return static_cast<std::int64_t>(number(source_stride_));
  }
  __device__ std::int64_t destination_stride() const {
    return static_cast<std::int64_t>(number(destination_stride_));
  }
  __device__ std::int64_t index(std::int64_t run) const {
    return static_cast<std::int64_t>(index_[run]);
  }

 private:
  const Index* index_;
  Bytes bytes_;
  Count count_;
  SourceStride source_stride_;
  DestinationStride destination_stride_;
};

}  // namespace indirect

/// destination[i] = source[index[i]] for i < `count`: elements of `bytes` bytes. The indices are
/// integers of any width that count elements, in global or shared memory. Strides in bytes from an
/// element to the next, `bytes` if not given.
///   ring.execute_dma(dma::Gather(index + first, dma::fixed<512>, rows), table, buffer[stage]);
template <std::integral Index, Value Bytes, Value Count, Value SourceStride = Bytes,
          Value DestinationStride = Bytes, AlignmentPromise Alignment = AnyAlignment>
class Gather
    : public indirect::Elements<Index, Bytes, Count, SourceStride, DestinationStride, Alignment> {
  using Base = indirect::Elements<Index, Bytes, Count, SourceStride, DestinationStride, Alignment>;

 public:
  static constexpr bool kIndexesSource = true;

  __device__ constexpr Gather(const Index* index, Bytes bytes, Count count, Alignment = {}) requires
      std::same_as<Bytes, SourceStride> && std::same_as<Bytes, DestinationStride>
      : Base(index, bytes, count, bytes, bytes) {}
  __device__ constexpr Gather(const Index* index, Bytes bytes, Count count,
                              SourceStride source_stride, DestinationStride destination_stride,
                              Alignment = {})
      : Base(index, bytes, count, source_stride, destination_stride) {}

  __device__ std::int64_t source_offset(std::int64_t run) const {
    return this->index(run) * this->source_stride();
  }
  __device__ std::int64_t destination_offset(std::int64_t run) const {
    return run * this->destination_stride();
  }
};

template <std::integral Index, Value Bytes, Value Count>
Gather(const Index*, Bytes, Count) -> Gather<Index, Bytes, Count>;
template <std::integral Index, Value Bytes, Value Count, AlignmentPromise Alignment>
Gather(const Index*, Bytes, Count, Alignment)
    -> Gather<Index, Bytes, Count, Bytes, Bytes, Alignment>;

/// destination[index[i]] = source[i] for i < `count`, otherwise like Gather. Where indices repeat,
/// one of their elements stays.
template <std::integral Index, Value Bytes, Value Count, Value SourceStride = Bytes,
          Value DestinationStride = Bytes, AlignmentPromise Alignment = AnyAlignment>
class Scatter
    : public indirect::Elements<Index, Bytes, Count, SourceStride, DestinationStride, Alignment> {
  using Base = indirect::Elements<Index, Bytes, Count, SourceStride, DestinationStride, Alignment>;

 public:
  static constexpr bool kIndexesDestination = true;

  __device__ constexpr Scatter(const Index* index, Bytes bytes, Count count,
                               Alignment = {}) requires std::same_as<Bytes, SourceStride> &&
      std::same_as<Bytes, DestinationStride> : Base(index, bytes, count, bytes, bytes) {}
  __device__ constexpr Scatter(const Index* index, Bytes bytes, Count count,
                               SourceStride source_stride, DestinationStride destination_stride,
                               Alignment = {})
      : Base(index, bytes, count, source_stride, destination_stride) {}

  __device__ std::int64_t source_offset(std::int64_t run) const {
    return run * this->source_stride();
  }
  __device__ std::int64_t destination_offset(std::int64_t run) const {
    return this->index(run) * this->destination_stride();
  }
};

template <std::integral Index, Value Bytes, Value Count>
Scatter(const Index*, Bytes, Count) -> Scatter<Index, Bytes, Count>;
template <std::integral Index, Value Bytes, Value Count, AlignmentPromise Alignment>
Scatter(const Index*, Bytes, Count, Alignment)
    -> Scatter<Index, Bytes, Count, Bytes, Bytes, Alignment>;

}  // namespace warpscope::dma
