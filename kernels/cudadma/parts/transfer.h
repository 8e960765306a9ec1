// A DMA object: a handshake, and work that is done again and again under its protection.
#pragma once

#include "cache_qualifiers.h"
#include "handshake.h"

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

/// What all objects have. Base is the version's base class, a Handshake. DO_SYNC: the object has
/// threads of its own, and its transfers signal. Work is what one thread does: see patterns.h.
template <typename Base, bool DO_SYNC, typename Work>
class TransferCore : public Base {
 protected:
  template <typename... Parameters>
  __device__ __forceinline__ explicit TransferCore(const Team& team, Parameters... parameters)
      : Base(team.dma_id, team.num_dma_threads, team.num_compute_threads, team.dma_threadIdx_start),
        work_(Base::rank(), DO_SYNC || Base::owns_this_thread(), team.num_dma_threads,
              parameters...) {}

  // The first loads are before the wait for the start: they only fill registers.
  template <bool SIGNALS, bool GLOBAL_LOAD, CudaDMALoadQualifier LOADS,
            CudaDMAStoreQualifier STORES>
  __device__ __forceinline__ void move(const int* index, const void* from, void* to) const {
    typename Work::Batch batch;
    work_.template load_first<GLOBAL_LOAD, LOADS>(batch, index, static_cast<const char*>(from));
    if constexpr (SIGNALS) Base::wait_for_dma_start();
    work_.template store_first_and_move_rest<GLOBAL_LOAD, LOADS, STORES>(
        batch, index, static_cast<const char*>(from), static_cast<char*>(to));
    if constexpr (SIGNALS) Base::finish_async_dma();
  }

  template <bool GLOBAL_LOAD, CudaDMALoadQualifier LOADS>
  __device__ __forceinline__ void start(const int* index, const void* from) {
    index_ = index;
    from_ = static_cast<const char*>(from);
    work_.template load_first<GLOBAL_LOAD, LOADS>(batch_, index_, from_);
  }

  template <bool GLOBAL_LOAD, CudaDMALoadQualifier LOADS, CudaDMAStoreQualifier STORES>
  __device__ __forceinline__ void finish(void* to) {
    if constexpr (DO_SYNC) Base::wait_for_dma_start();
    work_.template store_first_and_move_rest<GLOBAL_LOAD, LOADS, STORES>(batch_, index_, from_,
                                                                         static_cast<char*>(to));
    if constexpr (DO_SYNC) Base::finish_async_dma();
  }

 private:
  Work work_;
  // Between start and finish. Nothing of it exists in a program that does not call them.
  typename Work::Batch batch_;
  const int* index_;
  const char* from_;
};

/// An object that moves from one pointer to another. In all functions GLOBAL_LOAD promises that the
/// source is global memory that nobody writes during the kernel.
template <typename Base, bool DO_SYNC, typename Work>
class Transfer : public TransferCore<Base, DO_SYNC, Work> {
  using Core = TransferCore<Base, DO_SYNC, Work>;

 public:
  using Core::Core;

  /// DMA threads: fills the buffer, and with DO_SYNC waits for the signal that it may and tells
  /// when it has. Loads of the first step are before that signal.
  template <bool GLOBAL_LOAD = false, CudaDMALoadQualifier LOADS = LOAD_CACHE_ALL,
            CudaDMAStoreQualifier STORES = STORE_WRITE_BACK>
  __device__ __forceinline__ void execute_dma(const void* src_ptr, void* dst_ptr) const {
    Core::template move<DO_SYNC, GLOBAL_LOAD, LOADS, STORES>(nullptr, src_ptr, dst_ptr);
  }
  /// The same without any synchronisation.
  template <bool GLOBAL_LOAD = false, CudaDMALoadQualifier LOADS = LOAD_CACHE_ALL,
            CudaDMAStoreQualifier STORES = STORE_WRITE_BACK>
  __device__ __forceinline__ void execute_dma_no_sync(const void* src_ptr, void* dst_ptr) const {
    Core::template move<false, GLOBAL_LOAD, LOADS, STORES>(nullptr, src_ptr, dst_ptr);
  }
  /// execute_dma in two halves: the first step's loads,
  template <bool GLOBAL_LOAD = false, CudaDMALoadQualifier LOADS = LOAD_CACHE_ALL,
            CudaDMAStoreQualifier STORES = STORE_WRITE_BACK>
  __device__ __forceinline__ void start_xfer_async(const void* src_ptr) {
    Core::template start<GLOBAL_LOAD, LOADS>(nullptr, src_ptr);
  }
  /// and everything else. The object's registers are taken from the one to the other.
  template <bool GLOBAL_LOAD = false, CudaDMALoadQualifier LOADS = LOAD_CACHE_ALL,
            CudaDMAStoreQualifier STORES = STORE_WRITE_BACK>
  __device__ __forceinline__ void wait_xfer_finish(void* dst_ptr) {
    Core::template finish<GLOBAL_LOAD, LOADS, STORES>(dst_ptr);
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
            CudaDMAStoreQualifier STORES = STORE_WRITE_BACK>
  __device__ __forceinline__ void execute_dma(const int* index_ptr, const void* src_ptr,
                                              void* dst_ptr) const {
    Core::template move<DO_SYNC, GLOBAL_LOAD, LOADS, STORES>(index_ptr, src_ptr, dst_ptr);
  }
  template <bool GLOBAL_LOAD = false, CudaDMALoadQualifier LOADS = LOAD_CACHE_ALL,
            CudaDMAStoreQualifier STORES = STORE_WRITE_BACK>
  __device__ __forceinline__ void execute_dma_no_sync(const int* index_ptr, const void* src_ptr,
                                                      void* dst_ptr) const {
    Core::template move<false, GLOBAL_LOAD, LOADS, STORES>(index_ptr, src_ptr, dst_ptr);
  }
  template <bool GLOBAL_LOAD = false, CudaDMALoadQualifier LOADS = LOAD_CACHE_ALL,
            CudaDMAStoreQualifier STORES = STORE_WRITE_BACK>
  __device__ __forceinline__ void start_xfer_async(const int* index_ptr, const void* src_ptr) {
    Core::template start<GLOBAL_LOAD, LOADS>(index_ptr, src_ptr);
  }
  template <bool GLOBAL_LOAD = false, CudaDMALoadQualifier LOADS = LOAD_CACHE_ALL,
            CudaDMAStoreQualifier STORES = STORE_WRITE_BACK>
  __device__ __forceinline__ void wait_xfer_finish(void* dst_ptr) {
    Core::template finish<GLOBAL_LOAD, LOADS, STORES>(dst_ptr);
  }
};

}  // namespace cudadma
