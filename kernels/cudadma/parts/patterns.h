// What one thread does in a transfer of each pattern.
//
// All are built from the thread's number among the DMA threads, whether it takes part, and the
// number of these threads, and then from what describes the pattern; sizes and strides in bytes.
#pragma once

#include <type_traits>

#include "mover.h"
#include "rows.h"
#include "share.h"

namespace cudadma {

/// `count` elements of `bytes` bytes. Source and Destination say where they are on either side,
/// each from one number: EvenRows from a stride, IndexedRows from the size of an element.
template <int ALIGNMENT, int LOADS, typename Source, typename Destination>
class ElementsWork : public Mover<ALIGNMENT, LOADS, Source, Destination> {
  using Parent = Mover<ALIGNMENT, LOADS, Source, Destination>;
  using OneShare = Share<ALIGNMENT, LOADS>;

 public:
  __device__ __forceinline__ ElementsWork(int rank, bool takes_part, int threads, int bytes,
                                          int count, int source, int destination)
      : ElementsWork(OneShare(rank, takes_part, bytes, count, threads), source, destination) {}

 private:
  __device__ __forceinline__ ElementsWork(const OneShare& share, int source, int destination)
      : Parent(share, Source(share, source), Destination(share, destination)) {}
};

/// Elements at equal distances in the source and in the destination: two strides.
template <int ALIGNMENT, int LOADS>
using StridedWork = ElementsWork<ALIGNMENT, LOADS, EvenRows<LOADS>, EvenRows<LOADS>>;

/// One element.
template <int ALIGNMENT, int LOADS>
class SequentialWork : public StridedWork<ALIGNMENT, LOADS> {
 public:
  __device__ __forceinline__ SequentialWork(int rank, bool takes_part, int threads, int bytes)
      : StridedWork<ALIGNMENT, LOADS>(rank, takes_part, threads, bytes, 1, 0, 0) {}
};

/// Elements from where the array says to equal distances, or with GATHER false the other way.
template <bool GATHER, int ALIGNMENT, int LOADS>
using IndirectRows =
    std::conditional_t<GATHER, ElementsWork<ALIGNMENT, LOADS, IndexedRows<LOADS>, EvenRows<LOADS>>,
                       ElementsWork<ALIGNMENT, LOADS, EvenRows<LOADS>, IndexedRows<LOADS>>>;
template <bool GATHER, int ALIGNMENT, int LOADS>
class IndirectWork : public IndirectRows<GATHER, ALIGNMENT, LOADS> {
 public:
  __device__ __forceinline__ IndirectWork(int rank, bool takes_part, int threads, int bytes,
                                          int count, int even_stride)
      : IndirectRows<GATHER, ALIGNMENT, LOADS>(rank, takes_part, threads, bytes, count,
                                               GATHER ? bytes : even_stride,
                                               GATHER ? even_stride : bytes) {}
};

}  // namespace cudadma
