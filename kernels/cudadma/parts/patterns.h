// What one thread does in a transfer of each pattern.
//
// All are built from the thread's number among the DMA threads, whether it takes part, and the
// number of these threads, and then from what describes the pattern; sizes and strides in bytes.
#pragma once

#include <type_traits>

#include "mover.h"
#include "require.h"
#include "rows.h"
#include "share.h"

namespace cudadma {

/// The bytes from the first to the end of the last of `count` elements at equal distances.
__device__ __forceinline__ long long extent(int bytes, int count, int stride) {
  return count <= 0 ? 0 : (count - 1) * static_cast<long long>(stride) + bytes;
}

/// `count` elements of `bytes` bytes. Source and Destination say where they are on either side,
/// each from one number: EvenRows from a stride, IndexedRows from the size of an element.
template <int ALIGNMENT, int LOADS, typename Source, typename Destination>
class ElementsWork : public Mover<ALIGNMENT, LOADS, Source, Destination> {
  using Parent = Mover<ALIGNMENT, LOADS, Source, Destination>;
  using OneShare = Share<ALIGNMENT, LOADS>;

 public:
  __device__ __forceinline__ ElementsWork(int rank, bool takes_part, int threads, int bytes,
                                          int count, int source, int destination)
      : ElementsWork(OneShare(rank, takes_part, bytes, count, threads), source, destination) {
    require(bytes >= 0 && count >= 0, "Sizes and numbers of elements are not negative");
    require(bytes % 4 == 0,
            "The size of a transfer or element is a multiple of 4 bytes: pad it, or let the "
            "compute threads move the rest");
    source_bytes_ = extent(bytes, count, source);
    destination_bytes_ = extent(bytes, count, destination);
  }

  /// What a transfer reads and writes from its pointers on; 0 on a side that an array of numbers
  /// names, for they are not known.
  __device__ __forceinline__ long long source_bytes() const {
    return Source::kIsIndexed ? 0 : source_bytes_;
  }
  __device__ __forceinline__ long long destination_bytes() const {
    return Destination::kIsIndexed ? 0 : destination_bytes_;
  }

 private:
  __device__ __forceinline__ ElementsWork(const OneShare& share, int source, int destination)
      : Parent(share, Source(share, source), Destination(share, destination)) {}

  long long source_bytes_ = 0, destination_bytes_ = 0;
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
                                               GATHER ? even_stride : bytes) {
    require(bytes % ALIGNMENT == 0,
            "The size of an element that an index names is a multiple of ALIGNMENT: take a smaller "
            "ALIGNMENT or pad");
  }
};

}  // namespace cudadma
