// Transfers that the user writes.
#pragma once

#include <concepts>
#include <utility>

#include "kernels/dma/barrier.cuh"
#include "kernels/dma/team.cuh"

namespace warpscope::dma {

/// A transfer by a function that every DMA thread calls: f(lane, source, destination), with the
/// ring's synchronisation around it. It stores, or issues cp.async with the cp_async engine. A
/// function that issues bulk copies takes the barrier as a fourth argument and returns the bytes
/// that the calling thread's copies will bring there. CudaDMACustom. Where runs of bytes
/// describe the transfer, write a RunPattern instead: then every engine carries it.
template <typename F>
class Custom {
 public:
  __device__ constexpr explicit Custom(F f) : f_(std::move(f)) {}

  static constexpr bool kIssuesBulkCopies =
      std::invocable<const F&, Lane, const char*, char*, Barrier&>;
  static_assert(
      kIssuesBulkCopies || std::invocable<const F&, Lane, const char*, char*>,
      "Give a function of (dma::Lane, const char* source, char* destination), or of these "
      "and a dma::Barrier& if it issues bulk copies.");

  /// Returns the bytes that arrive later.
  __device__ unsigned carry(Lane lane, const char* source, char* destination,
                            Barrier& barrier) const {
    if constexpr (kIssuesBulkCopies) {
      return f_(lane, source, destination, barrier);
    } else {
      f_(lane, source, destination);
      fence_before_bulk();
      return 0;
    }
  }

 private:
  F f_;
};

template <typename P>
inline constexpr bool kIsCustom = false;
template <typename F>
inline constexpr bool kIsCustom<Custom<F>> = true;

}  // namespace warpscope::dma
