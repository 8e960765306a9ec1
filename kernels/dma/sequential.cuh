// A contiguous block of bytes.
#pragma once

#include "kernels/dma/pattern.cuh"
#include "kernels/dma/require.cuh"

namespace warpscope::dma {

/// `bytes` contiguous bytes, any number that fits in shared memory. CudaDMASequential.
///   dma::Sequential(n * sizeof(float))
///   dma::Sequential(dma::fixed<4096>, dma::aligned<16>)
template <Value Bytes, AlignmentPromise Alignment = AnyAlignment>
class Sequential {
 public:
  static constexpr int kAlignment = Alignment::kAlignment;
  static constexpr bool kIsOneRun = true;
  static_assert(may_keep<Bytes, Alignment>(),
                "The number of bytes is not a multiple of the promised alignment: promise less, or "
                "nothing, and the engine copies the tail too.");

  __device__ constexpr explicit Sequential(Bytes bytes, Alignment = {})
      : bytes_(checked_size<Alignment>(bytes)) {}

  __device__ unsigned runs() const { return 1; }
  __device__ unsigned run_bytes() const { return static_cast<unsigned>(number(bytes_)); }
  __device__ std::int64_t source_offset(std::int64_t) const { return 0; }
  __device__ std::int64_t destination_offset(std::int64_t) const { return 0; }
  __device__ std::int64_t offset_bits() const { return 0; }

 private:
  Bytes bytes_;
};

}  // namespace warpscope::dma
