// cudaDMAHalo: the cells around a rectangle.
#pragma once

#include "../parts/halo_work.h"
#include "../parts/transfer.h"
#include "base.h"

namespace cudadma::v1 {

template <int RADIUS, bool CORNERS, int ALIGNMENT>
using Halo =
    Transfer<cudaDMA, true,
             HaloWork<RADIUS, CORNERS, ALIGNMENT, Budget<ALIGNMENT, 4 * ALIGNMENT>::kLoads>>;

}  // namespace cudadma::v1

/// Moves the cells at most RADIUS away from a rectangle of dimx by dimy cells, with CORNERS also
/// those at its four corners. x is the contiguous dimension; a row of the source has `pitch` cells,
/// one of the destination dimx + 2 * RADIUS. The pointers of execute_dma are those of the
/// rectangle's first cell. Every row and every side begins at a multiple of ALIGNMENT bytes.
template <typename ELMT_TYPE, int RADIUS, bool CORNERS, int ALIGNMENT>
class cudaDMAHalo : public cudadma::v1::Halo<RADIUS, CORNERS, ALIGNMENT> {
  static constexpr int kSize = static_cast<int>(sizeof(ELMT_TYPE));
  static_assert(kSize == 4 || kSize == 8 || kSize == 16, "ELMT_TYPE has 4, 8 or 16 bytes.");
  static_assert(RADIUS >= 1, "RADIUS is at least 1.");
  static_assert(RADIUS * kSize % ALIGNMENT == 0,
                "RADIUS * sizeof(ELMT_TYPE) is a multiple of ALIGNMENT; take a smaller ALIGNMENT.");

 public:
  __device__ __forceinline__ cudaDMAHalo(const int dmaID, const int num_dma_threads,
                                         const int num_compute_threads,
                                         const int dma_threadIdx_start, const int dimx,
                                         const int dimy, const int pitch)
      : cudadma::v1::Halo<RADIUS, CORNERS, ALIGNMENT>(
            cudadma::Team{dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start}, kSize,
            dimx, dimy, pitch) {}
};
