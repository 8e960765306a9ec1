// What one thread does in a transfer of each pattern.
//
// All are built from the thread's number among the DMA threads, whether it takes part, and the
// number of these threads, and then from what describes the pattern; sizes and strides in bytes.
#pragma once

#include "mover.h"
#include "rows.h"
#include "share.h"

namespace cudadma {

/// `count` elements of `bytes` bytes, at equal distances in the source and in the destination.
template <int ALIGNMENT, int LOADS>
class StridedWork : public Mover<ALIGNMENT, LOADS, EvenRows, EvenRows> {
 public:
  __device__ __forceinline__ StridedWork(int rank, bool takes_part, int threads, int bytes,
                                         int count, int src_stride, int dst_stride)
      : StridedWork(Share<ALIGNMENT, LOADS>(rank, takes_part, bytes, count, threads), src_stride,
                    dst_stride) {}

 private:
  __device__ __forceinline__ StridedWork(const Share<ALIGNMENT, LOADS>& share, int src_stride,
                                         int dst_stride)
      : Mover<ALIGNMENT, LOADS, EvenRows, EvenRows>(
            share, EvenRows(share.first_row(), share.row_step(), share.lane_offset(), src_stride),
            EvenRows(share.first_row(), share.row_step(), share.lane_offset(), dst_stride)) {}
};

/// One element.
template <int ALIGNMENT, int LOADS>
class SequentialWork : public StridedWork<ALIGNMENT, LOADS> {
 public:
  __device__ __forceinline__ SequentialWork(int rank, bool takes_part, int threads, int bytes)
      : StridedWork<ALIGNMENT, LOADS>(rank, takes_part, threads, bytes, 1, 0, 0) {}
};

/// Elements from where the array says, to equal distances.
template <int ALIGNMENT, int LOADS>
class GatherWork : public Mover<ALIGNMENT, LOADS, IndexedRows, EvenRows> {
 public:
  __device__ __forceinline__ GatherWork(int rank, bool takes_part, int threads, int bytes,
                                        int count, int even_stride)
      : GatherWork(Share<ALIGNMENT, LOADS>(rank, takes_part, bytes, count, threads), bytes,
                   even_stride) {}

 private:
  __device__ __forceinline__ GatherWork(const Share<ALIGNMENT, LOADS>& share, int bytes,
                                        int even_stride)
      : Mover<ALIGNMENT, LOADS, IndexedRows, EvenRows>(
            share, IndexedRows(share.lane_offset(), bytes),
            EvenRows(share.first_row(), share.row_step(), share.lane_offset(), even_stride)) {}
};

/// Elements from equal distances to where the array says.
template <int ALIGNMENT, int LOADS>
class ScatterWork : public Mover<ALIGNMENT, LOADS, EvenRows, IndexedRows> {
 public:
  __device__ __forceinline__ ScatterWork(int rank, bool takes_part, int threads, int bytes,
                                         int count, int even_stride)
      : ScatterWork(Share<ALIGNMENT, LOADS>(rank, takes_part, bytes, count, threads), bytes,
                    even_stride) {}

 private:
  __device__ __forceinline__ ScatterWork(const Share<ALIGNMENT, LOADS>& share, int bytes,
                                         int even_stride)
      : Mover<ALIGNMENT, LOADS, EvenRows, IndexedRows>(
            share, EvenRows(share.first_row(), share.row_step(), share.lane_offset(), even_stride),
            IndexedRows(share.lane_offset(), bytes)) {}
};

}  // namespace cudadma
