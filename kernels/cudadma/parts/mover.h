// Moves one thread's share of a transfer by way of registers.
#pragma once

#include "share.h"
#include "vector_load.h"
#include "vector_store.h"

namespace cudadma {

/// The widest word that an alignment allows.
template <int ALIGNMENT>
struct VectorOf;
template <>
struct VectorOf<4> {
  using Type = unsigned;
};
template <>
struct VectorOf<8> {
  using Type = uint2;
};
template <>
struct VectorOf<16> {
  using Type = uint4;
};

/// The registers of a step: LOADS vectors, and for each the number of its element where elements
/// are named by an array.
template <int ALIGNMENT, int LOADS>
struct Registers {
  typename VectorOf<ALIGNMENT>::Type vector[LOADS];
  int index[LOADS];
};

// The 4, 8 or 12 bytes at the end of an element, word by word.
template <int ALIGNMENT, typename MoveWord>
__device__ __forceinline__ void for_each_word(typename VectorOf<ALIGNMENT>::Type& vector, int bytes,
                                              MoveWord&& move) {
  if constexpr (ALIGNMENT >= 8) {
    if (bytes > 0) move(vector.x, 0);
    if constexpr (ALIGNMENT == 16) {
      if (bytes > 4) move(vector.y, 4);
      if (bytes > 8) move(vector.z, 8);
    }
  }
}

/// Source and Destination say where the elements are: EvenRows, IndexedRows, ...
template <int ALIGNMENT, int LOADS, typename Source, typename Destination>
class Mover {
 public:
  using Batch = Registers<ALIGNMENT, LOADS>;

  __device__ __forceinline__ Mover(const Share<ALIGNMENT, LOADS>& share, const Source& source,
                                   const Destination& destination)
      : share_(share), source_(source), destination_(destination) {}

  /// The first step's loads: LOADS at most, none waits for another.
  template <bool GLOBAL_LOAD, CudaDMALoadQualifier QUALIFIER>
  __device__ __forceinline__ void load_first(Batch& batch, const int* index,
                                             const char* from) const {
    load_step<GLOBAL_LOAD, QUALIFIER>(batch, {0, 0}, index, from);
  }

  /// Stores what load_first loaded, then does all other steps.
  template <bool GLOBAL_LOAD, CudaDMALoadQualifier LOAD_QUALIFIER,
            CudaDMAStoreQualifier STORE_QUALIFIER>
  __device__ __forceinline__ void store_first_and_move_rest(Batch& batch, const int* index,
                                                            const char* from, char* to) const {
    store_step<STORE_QUALIFIER>(batch, {0, 0}, to);
    for (Step step = share_.after({0, 0}); share_.has(step); step = share_.after(step)) {
      load_step<GLOBAL_LOAD, LOAD_QUALIFIER>(batch, step, index, from);
      store_step<STORE_QUALIFIER>(batch, step, to);
    }
  }

 private:
  static constexpr bool kIsIndexed = Source::kIsIndexed || Destination::kIsIndexed;

  __device__ __forceinline__ static int number(const Batch& batch, int slot) {
    if constexpr (kIsIndexed) return batch.index[slot];
    return 0;
  }

  template <bool GLOBAL_LOAD, CudaDMALoadQualifier QUALIFIER>
  __device__ __forceinline__ void load_step(Batch& batch, const Step& step, const int* index,
                                            const char* from) const {
    if (!share_.has(step)) return;
    if constexpr (kIsIndexed) {
      share_.for_each_vector(step, [&](int slot, int row, int, int) {
        batch.index[slot] = index[share_.first_row() + row * share_.row_step()];
      });
    }
    share_.for_each_vector(step, [&](int slot, int row, int column, int bytes) {
      const char* at =
          from + source_.offset(row, number(batch, slot)) + column * share_.column_step();
      if (bytes == ALIGNMENT) {
        load<GLOBAL_LOAD, QUALIFIER>(batch.vector[slot], at);
      } else {
        for_each_word<ALIGNMENT>(batch.vector[slot], bytes, [&](unsigned& word, int offset) {
          load<GLOBAL_LOAD, QUALIFIER>(word, at + offset);
        });
      }
    });
  }

  template <CudaDMAStoreQualifier QUALIFIER>
  __device__ __forceinline__ void store_step(Batch& batch, const Step& step, char* to) const {
    if (!share_.has(step)) return;
    share_.for_each_vector(step, [&](int slot, int row, int column, int bytes) {
      char* at = to + destination_.offset(row, number(batch, slot)) + column * share_.column_step();
      if (bytes == ALIGNMENT) {
        store<QUALIFIER>(at, batch.vector[slot]);
      } else {
        for_each_word<ALIGNMENT>(batch.vector[slot], bytes, [&](unsigned& word, int offset) {
          store<QUALIFIER>(at + offset, word);
        });
      }
    });
  }

  Share<ALIGNMENT, LOADS> share_;
  Source source_;
  Destination destination_;
};

}  // namespace cudadma
