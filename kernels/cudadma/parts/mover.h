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
    if (share_.steps() > 0)
      load_step<GLOBAL_LOAD, QUALIFIER>(batch, first(), share_.is_whole(Step{}), index, from);
  }

  /// Stores what load_first loaded, then does all other steps.
  template <bool GLOBAL_LOAD, CudaDMALoadQualifier LOAD_QUALIFIER,
            CudaDMAStoreQualifier STORE_QUALIFIER>
  __device__ __forceinline__ void store_first_and_move_rest(Batch& batch, const int* index,
                                                            const char* from, char* to) const {
    Position at = first();
    if (share_.steps() > 0) store_step<STORE_QUALIFIER>(batch, at, share_.is_whole(Step{}), to);
    for (int step = 1; step < share_.steps(); ++step) {
      at = after(at);
      const bool is_whole = share_.is_whole(at.step);
      load_step<GLOBAL_LOAD, LOAD_QUALIFIER>(batch, at, is_whole, index, from);
      store_step<STORE_QUALIFIER>(batch, at, is_whole, to);
    }
  }

 private:
  static constexpr bool kIsIndexed = Source::kIsIndexed || Destination::kIsIndexed;

  struct Position {
    Step step;
    typename Source::Cursor source;
    typename Destination::Cursor destination;
  };

  __device__ __forceinline__ Position first() const {
    return {Step{}, source_.first(), destination_.first()};
  }
  __device__ __forceinline__ Position after(const Position& at) const {
    const Step next = share_.after(at.step);
    if (next.column != 0) return {next, at.source, at.destination};
    return {next, source_.after(at.source), destination_.after(at.destination)};
  }

  template <bool GLOBAL_LOAD, CudaDMALoadQualifier QUALIFIER>
  __device__ __forceinline__ void load_step(Batch& batch, const Position& at, bool is_whole,
                                            const int* index, const char* from) const {
    if constexpr (kIsIndexed) {
      const int* const first = index + share_.first_row() + at.step.row * share_.row_step();
      share_.for_each_vector(at.step, is_whole, [&](int slot, int) {
        batch.index[slot] = first[share_.row_of(slot) * share_.row_step()];
      });
    }
    from += at.step.column_offset;
    share_.for_each_vector(at.step, is_whole, [&](int slot, int bytes) {
      const char* const place = from + source_.offset(at.source, slot, number(batch, slot));
      if (bytes == ALIGNMENT) {
        load<GLOBAL_LOAD, QUALIFIER>(batch.vector[slot], place);
      } else {
        for_each_word<ALIGNMENT>(batch.vector[slot], bytes, [&](unsigned& word, int offset) {
          load<GLOBAL_LOAD, QUALIFIER>(word, place + offset);
        });
      }
    });
  }

  template <CudaDMAStoreQualifier QUALIFIER>
  __device__ __forceinline__ void store_step(Batch& batch, const Position& at, bool is_whole,
                                             char* to) const {
    to += at.step.column_offset;
    share_.for_each_vector(at.step, is_whole, [&](int slot, int bytes) {
      char* const place = to + destination_.offset(at.destination, slot, number(batch, slot));
      if (bytes == ALIGNMENT) {
        store<QUALIFIER>(place, batch.vector[slot]);
      } else {
        for_each_word<ALIGNMENT>(batch.vector[slot], bytes, [&](unsigned& word, int offset) {
          store<QUALIFIER>(place + offset, word);
        });
      }
    });
  }

  // The number that the array has for a register's element.
  __device__ __forceinline__ static int number(const Batch& batch, int slot) {
    if constexpr (kIsIndexed) return batch.index[slot];
    return 0;
  }

  Share<ALIGNMENT, LOADS> share_;
  Source source_;
  Destination destination_;
};

}  // namespace cudadma
