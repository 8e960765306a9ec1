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
class StridedWork : public Mover<ALIGNMENT, LOADS, EvenRows<LOADS>, EvenRows<LOADS>> {
  using Parent = Mover<ALIGNMENT, LOADS, EvenRows<LOADS>, EvenRows<LOADS>>;
  using OneShare = Share<ALIGNMENT, LOADS>;

 public:
  __device__ __forceinline__ StridedWork(int rank, bool takes_part, int threads, int bytes,
                                         int count, int src_stride, int dst_stride)
      : StridedWork(OneShare(rank, takes_part, bytes, count, threads), src_stride, dst_stride) {}

 private:
  __device__ __forceinline__ StridedWork(const OneShare& share, int src_stride, int dst_stride)
      : Parent(share, EvenRows<LOADS>(share, src_stride), EvenRows<LOADS>(share, dst_stride)) {}
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
class GatherWork : public Mover<ALIGNMENT, LOADS, IndexedRows<LOADS>, EvenRows<LOADS>> {
  using Parent = Mover<ALIGNMENT, LOADS, IndexedRows<LOADS>, EvenRows<LOADS>>;
  using OneShare = Share<ALIGNMENT, LOADS>;

 public:
  __device__ __forceinline__ GatherWork(int rank, bool takes_part, int threads, int bytes,
                                        int count, int even_stride)
      : GatherWork(OneShare(rank, takes_part, bytes, count, threads), bytes, even_stride) {}

 private:
  __device__ __forceinline__ GatherWork(const OneShare& share, int bytes, int even_stride)
      : Parent(share, IndexedRows<LOADS>(share, bytes), EvenRows<LOADS>(share, even_stride)) {}
};

/// Elements from equal distances to where the array says.
template <int ALIGNMENT, int LOADS>
class ScatterWork : public Mover<ALIGNMENT, LOADS, EvenRows<LOADS>, IndexedRows<LOADS>> {
  using Parent = Mover<ALIGNMENT, LOADS, EvenRows<LOADS>, IndexedRows<LOADS>>;
  using OneShare = Share<ALIGNMENT, LOADS>;

 public:
  __device__ __forceinline__ ScatterWork(int rank, bool takes_part, int threads, int bytes,
                                         int count, int even_stride)
      : ScatterWork(OneShare(rank, takes_part, bytes, count, threads), bytes, even_stride) {}

 private:
  __device__ __forceinline__ ScatterWork(const OneShare& share, int bytes, int even_stride)
      : Parent(share, EvenRows<LOADS>(share, even_stride), IndexedRows<LOADS>(share, bytes)) {}
};

}  // namespace cudadma
