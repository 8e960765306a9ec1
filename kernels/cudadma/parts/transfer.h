// A DMA object: a handshake, and work that is done again and again under its protection.
#pragma once

#include <type_traits>

#include "cache_qualifiers.h"
#include "handshake.h"
#include "require.h"

namespace cudadma {

/// The threads of an object, and those that they work for.
struct Team {
  int dma_id, num_dma_threads, num_compute_threads, dma_threadIdx_start;
};

/// Of an object without threads of its own: `num_threads` threads from `first` on, or with 0 all
/// threads of the block.
__device__ __forceinline__ Team block_team(int num_threads, int first) {
  const int threads = num_threads > 0 ? num_threads : static_cast<int>(blockDim.x);
  return {0, threads, threads, first};
}

/// The loads that a thread has in flight: its registers for them divided by the bytes of one.
template <int ALIGNMENT, int BYTES_PER_THREAD>
struct Budget {
  static_assert(ALIGNMENT == 4 || ALIGNMENT == 8 || ALIGNMENT == 16,
                "ALIGNMENT is 4, 8 or 16: what all pointers and strides are multiples of.");
  static_assert(BYTES_PER_THREAD > 0 && BYTES_PER_THREAD % ALIGNMENT == 0,
                "BYTES_PER_THREAD is a positive multiple of ALIGNMENT; 4 * ALIGNMENT is usual.");
  static constexpr int kLoads = BYTES_PER_THREAD / ALIGNMENT;
};

/// Where a transfer begins, and how many bytes there are: of an array all of it, and of a pointer
/// nobody knows.
template <typename Pointer>
struct Place {
  Pointer pointer;
  bool is_array;
  long long bytes;

  template <typename Given>
  __device__ __forceinline__ static Place of(Given& given) {
    if constexpr (std::extent_v<Given> != 0)
      return {static_cast<Pointer>(given), true, sizeof(Given)};
    return {static_cast<Pointer>(given), false, 0};  // `extern __shared__ float all[]` is one too
  }
  __device__ __forceinline__ void require_room(long long wanted) const {
    require(!is_array || wanted <= bytes,
            "The transfer is larger than the array that it is given and runs into what lies behind "
            "it: give a larger array, or a pointer if what lies behind belongs to it");
  }
};
using From = Place<const void*>;
using To = Place<void*>;

/// What all objects have. Base is the version's base class, a Handshake. DO_SYNC: the object has
/// threads of its own, and its transfers signal. Work is what one thread does: see patterns.h.
template <typename Base, bool DO_SYNC, typename Work>
class TransferCore : public Base {
 protected:
  template <typename... Parameters>
  __device__ __forceinline__ explicit TransferCore(const Team& team, Parameters... parameters)
      : Base(team.dma_id, team.num_dma_threads, team.num_compute_threads, team.dma_threadIdx_start,
             DO_SYNC),
        work_(Base::rank(), DO_SYNC || Base::owns_this_thread(), team.num_dma_threads,
              parameters...) {}

  // The first loads are before the wait for the start, where they only fill registers; but what
  // lies in shared memory is written by the compute threads that give the signal.
  template <bool SIGNALS, bool GLOBAL_LOAD, CudaDMALoadQualifier LOADS,
            CudaDMAStoreQualifier STORES>
  __device__ __forceinline__ void move(const int* index, const From& from, const To& to) const {
    check(index, from);
    to.require_room(work_.destination_bytes());
    const auto* const source = static_cast<const char*>(from.pointer);
    const bool waits_first = SIGNALS && reads_shared<GLOBAL_LOAD>(index, source);
    typename Work::Batch batch;
    if (waits_first) Base::wait_for_dma_start();
    work_.template load_first<GLOBAL_LOAD, LOADS>(batch, index, source);
    if (SIGNALS && !waits_first) Base::wait_for_dma_start();
    work_.template store_first_and_move_rest<GLOBAL_LOAD, LOADS, STORES>(
        batch, index, source, static_cast<char*>(to.pointer));
    if constexpr (SIGNALS) Base::finish_async_dma();
  }

  template <bool GLOBAL_LOAD, CudaDMALoadQualifier LOADS>
  __device__ __forceinline__ void start(const int* index, const From& from) {
    check(index, from);
    index_ = index;
    from_ = static_cast<const char*>(from.pointer);
    if (!DO_SYNC || !reads_shared<GLOBAL_LOAD>(index_, from_))
      work_.template load_first<GLOBAL_LOAD, LOADS>(batch_, index_, from_);
  }

  template <bool GLOBAL_LOAD, CudaDMALoadQualifier LOADS, CudaDMAStoreQualifier STORES>
  __device__ __forceinline__ void finish(const To& to) {
    to.require_room(work_.destination_bytes());
    if constexpr (DO_SYNC) {
      Base::wait_for_dma_start();
      if (reads_shared<GLOBAL_LOAD>(index_, from_))
        work_.template load_first<GLOBAL_LOAD, LOADS>(batch_, index_, from_);
    }
    work_.template store_first_and_move_rest<GLOBAL_LOAD, LOADS, STORES>(
        batch_, index_, from_, static_cast<char*>(to.pointer));
    if constexpr (DO_SYNC) Base::finish_async_dma();
  }

 private:
  __device__ __forceinline__ void check(const int* index, const From& from) const {
    require(index == nullptr || !__isLocal(index),
            "The index array lies in local memory, where every thread has its own: put it into "
            "global or shared memory");
    from.require_room(work_.source_bytes());
  }

  // Mostly the compiler knows. GLOBAL_LOAD promises that the source is not in shared memory.
  template <bool GLOBAL_LOAD>
  __device__ __forceinline__ static bool reads_shared(const int* index, const char* from) {
    return (!GLOBAL_LOAD && __isShared(from)) || (index != nullptr && __isShared(index));
  }

  Work work_;
  // Between start and finish. Nothing of it exists in a program that does not call them.
  typename Work::Batch batch_;
  const int* index_;
  const char* from_;
};

/// An object that moves from one pointer or array to another; of an array it is checked that the
/// transfer does not go beyond its end. In all functions GLOBAL_LOAD promises that the
/// source is global memory that nobody writes during the kernel.
template <typename Base, bool DO_SYNC, typename Work>
class Transfer : public TransferCore<Base, DO_SYNC, Work> {
  using Core = TransferCore<Base, DO_SYNC, Work>;

 public:
  using Core::Core;

  /// DMA threads: fills the buffer, and with DO_SYNC waits for the signal that it may and tells
  /// when it has. Loads of the first step are before that signal.
  template <bool GLOBAL_LOAD = false, CudaDMALoadQualifier LOADS = LOAD_CACHE_ALL,
            CudaDMAStoreQualifier STORES = STORE_WRITE_BACK, typename Source, typename Destination>
  __device__ __forceinline__ void execute_dma(Source&& src_ptr, Destination&& dst_ptr) const {
    Core::template move<DO_SYNC, GLOBAL_LOAD, LOADS, STORES>(nullptr, From::of(src_ptr),
                                                             To::of(dst_ptr));
  }
  /// The same without any synchronisation.
  template <bool GLOBAL_LOAD = false, CudaDMALoadQualifier LOADS = LOAD_CACHE_ALL,
            CudaDMAStoreQualifier STORES = STORE_WRITE_BACK, typename Source, typename Destination>
  __device__ __forceinline__ void execute_dma_no_sync(Source&& src_ptr,
                                                      Destination&& dst_ptr) const {
    Core::template move<false, GLOBAL_LOAD, LOADS, STORES>(nullptr, From::of(src_ptr),
                                                           To::of(dst_ptr));
  }
  /// execute_dma in two halves: the first step's loads,
  template <bool GLOBAL_LOAD = false, CudaDMALoadQualifier LOADS = LOAD_CACHE_ALL,
            CudaDMAStoreQualifier STORES = STORE_WRITE_BACK, typename Source>
  __device__ __forceinline__ void start_xfer_async(Source&& src_ptr) {
    Core::template start<GLOBAL_LOAD, LOADS>(nullptr, From::of(src_ptr));
  }
  /// and everything else. The object's registers are taken from the one to the other.
  template <bool GLOBAL_LOAD = false, CudaDMALoadQualifier LOADS = LOAD_CACHE_ALL,
            CudaDMAStoreQualifier STORES = STORE_WRITE_BACK, typename Destination>
  __device__ __forceinline__ void wait_xfer_finish(Destination&& dst_ptr) {
    Core::template finish<GLOBAL_LOAD, LOADS, STORES>(To::of(dst_ptr));
  }
};

/// An object whose elements are named by an array of numbers, in global or shared memory. The
/// functions are those of Transfer.
template <typename Base, bool DO_SYNC, typename Work>
class IndexedTransfer : public TransferCore<Base, DO_SYNC, Work> {
  using Core = TransferCore<Base, DO_SYNC, Work>;

 public:
  using Core::Core;

  template <bool GLOBAL_LOAD = false, CudaDMALoadQualifier LOADS = LOAD_CACHE_ALL,
            CudaDMAStoreQualifier STORES = STORE_WRITE_BACK, typename Source, typename Destination>
  __device__ __forceinline__ void execute_dma(const int* index_ptr, Source&& src_ptr,
                                              Destination&& dst_ptr) const {
    Core::template move<DO_SYNC, GLOBAL_LOAD, LOADS, STORES>(index_ptr, From::of(src_ptr),
                                                             To::of(dst_ptr));
  }
  template <bool GLOBAL_LOAD = false, CudaDMALoadQualifier LOADS = LOAD_CACHE_ALL,
            CudaDMAStoreQualifier STORES = STORE_WRITE_BACK, typename Source, typename Destination>
  __device__ __forceinline__ void execute_dma_no_sync(const int* index_ptr, Source&& src_ptr,
                                                      Destination&& dst_ptr) const {
    Core::template move<false, GLOBAL_LOAD, LOADS, STORES>(index_ptr, From::of(src_ptr),
                                                           To::of(dst_ptr));
  }
  template <bool GLOBAL_LOAD = false, CudaDMALoadQualifier LOADS = LOAD_CACHE_ALL,
            CudaDMAStoreQualifier STORES = STORE_WRITE_BACK, typename Source>
  __device__ __forceinline__ void start_xfer_async(const int* index_ptr, Source&& src_ptr) {
    Core::template start<GLOBAL_LOAD, LOADS>(index_ptr, From::of(src_ptr));
  }
  template <bool GLOBAL_LOAD = false, CudaDMALoadQualifier LOADS = LOAD_CACHE_ALL,
            CudaDMAStoreQualifier STORES = STORE_WRITE_BACK, typename Destination>
  __device__ __forceinline__ void wait_xfer_finish(Destination&& dst_ptr) {
    Core::template finish<GLOBAL_LOAD, LOADS, STORES>(To::of(dst_ptr));
  }
};

}  // namespace cudadma
