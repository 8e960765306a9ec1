// Reduction of an array in global memory, in one launch. Two kernels: loads into registers, and
// bulk copies into shared memory.
//
// Cost: count * sizeof(T) bytes read once; what bounds it is memory. To keep an H200's 4.8 TB/s
// busy at about 800 ns under load (Little: 3.8 MB) each of 132 multiprocessors needs some 30 KB
// under way; `Vectors` * 16 bytes * resident threads, or `Stages` * `StageBytes` * resident blocks,
// is what a kernel has. Sources: S. Veit, "effective_reduction" (wide loads and REDUX, 97.9 % of an
// H100); the last block finishes as in threadFenceReduction of the CUDA samples.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../block/reduce.cuh"
#include "access.cuh"
#include "bulk.cuh"

namespace warpscope::device {

/// What a reduction keeps in global memory: a counter of finished blocks, zero before the first
/// launch (each launch leaves it zero again), and a place for the result of each block.
template <typename T>
struct ReduceWorkspace {
  unsigned* finished = nullptr;
  T* of_block = nullptr;  ///< gridDim.x values
};

/// Combines the blocks' values; the last block to come writes the result. All threads of all blocks
/// call it once.
template <int Threads, typename T, typename Op>
__device__ void finish_reduction(T value, const ReduceWorkspace<T>& workspace, T* result, Op op) {
  __shared__ block::ReduceStorage<T, Threads> storage;
  __shared__ bool is_last;
  value = block::reduce<Threads>(value, storage, op);
  if (threadIdx.x == 0) {
    workspace.of_block[blockIdx.x] = value;
    __threadfence();
    is_last = atomicInc(workspace.finished, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;
  __threadfence();
  T all = warp::identity<Op, T>();
  // From L2, where the other blocks' values are; several under way, for one block must fetch them
  // all.
#pragma unroll 8
  for (unsigned i = threadIdx.x; i < gridDim.x; i += Threads) {
    all = op(all, __ldcg(workspace.of_block + i));
  }
  all = block::reduce<Threads>(all, storage, op);
  if (threadIdx.x == 0) *result = all;
}

/// Elements that 16-byte accesses leave over: before the first aligned one and after the last.
template <typename T>
struct Edges {
  std::size_t head;     ///< elements before the first 16-byte boundary
  std::size_t vectors;  ///< whole 16-byte groups after it

  __device__ Edges(const T* in, std::size_t count) {
    const std::size_t past = reinterpret_cast<std::uintptr_t>(in) % 16;
    head = past == 0 ? 0 : (16 - past) / sizeof(T);
    head = head < count ? head : count;
    vectors = (count - head) / Pack<T>::size;
  }
};

/// op over the elements outside of the 16-byte groups; the first threads of the grid take one each.
template <typename T, typename Op>
__device__ T reduce_edges(T all, const T* in, std::size_t count, const Edges<T>& edges, Op op) {
  const std::size_t thread = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t tail = edges.head + edges.vectors * Pack<T>::size;
  if (thread < edges.head) all = op(all, in[thread]);
  if (thread < count - tail) all = op(all, in[tail + thread]);
  return all;
}

template <typename T>
__device__ Pack<T> as_pack(const uint4& bits) {
  return __builtin_bit_cast(Pack<T>, bits);
}

/// op over in[0 … count), to *result. Each thread has `Vectors` 16-byte loads under way and steps
/// by the whole grid; `op` must commute. Launch any number of blocks of `Threads` threads in x: a
/// few per multiprocessor (they stay), or one for every Threads * Vectors * 16 bytes (each takes
/// one step, and the hardware balances). `in` is aligned to its elements only. Shared memory:
/// Threads / 32 values.
template <typename T, typename Op, int Threads, int Vectors, Load how>
__global__ void __launch_bounds__(Threads)
    reduce_by_loads(const T* in, std::size_t count, ReduceWorkspace<T> workspace, T* result,
                    Op op) {
  static_assert(
      warp::is_commutative<Op>,
      "the grid's threads take turns, so the operator must commute: use device scan otherwise");
  const Edges<T> edges(in, count);
  const uint4* vectors = reinterpret_cast<const uint4*>(in + edges.head);
  // One accumulator per place in the vector keeps the additions independent.
  Pack<T> sum;
#pragma unroll
  for (T& element : sum.element) element = warp::identity<Op, T>();
  const auto take = [&](const uint4& bits) {
    const auto pack = as_pack<T>(bits);
#pragma unroll
    for (int k = 0; k < Pack<T>::size; ++k) sum.element[k] = op(sum.element[k], pack.element[k]);
  };

  constexpr std::size_t tile = std::size_t{Threads} * Vectors;
  for (std::size_t start = blockIdx.x * tile; start < edges.vectors; start += gridDim.x * tile) {
    const std::size_t mine = start + threadIdx.x;
    if (start + tile <= edges.vectors) {
      uint4 loaded[Vectors];
#pragma unroll
      for (int v = 0; v < Vectors; ++v) loaded[v] = load16<how>(vectors + mine + v * Threads);
#pragma unroll
      for (int v = 0; v < Vectors; ++v) take(loaded[v]);
    } else {
#pragma unroll 1
      for (std::size_t i = mine; i < edges.vectors; i += Threads) take(load16<how>(vectors + i));
    }
  }
  T all = warp::identity<Op, T>();
#pragma unroll
  for (const T& element : sum.element) all = op(all, element);
  all = reduce_edges(all, in, count, edges, op);
  finish_reduction<Threads>(all, workspace, result, op);
}

/// Shared memory of reduce_by_bulk_copies, in bytes; ask for it at the launch.
template <int StageBytes, int Stages>
inline constexpr std::size_t reduce_bulk_shared_bytes = std::size_t{StageBytes} * Stages +
                                                        2 * sizeof(Barrier) * Stages;

/// The same by bulk copies: thread 0 keeps a ring of `Stages` stages of `StageBytes` filled, all
/// warps but the first consume. Compute capability 9.0. Launch as many blocks as are resident at
/// once; dynamic shared memory as given above.
template <typename T, typename Op, int Threads, int StageBytes, int Stages>
__global__ void __launch_bounds__(Threads)
    reduce_by_bulk_copies(const T* in, std::size_t count, ReduceWorkspace<T> workspace, T* result,
                          Op op) {
  static_assert(
      warp::is_commutative<Op>,
      "the grid's blocks take turns, so the operator must commute: use device scan otherwise");
  static_assert(StageBytes % 128 == 0, "a stage begins on a 128-byte line: make it a multiple");
  static_assert(Threads >= 64, "the first warp only starts copies: launch at least two");
  alignas(128) extern __shared__ unsigned char ring[];
  Barrier* full = reinterpret_cast<Barrier*>(ring + std::size_t{StageBytes} * Stages);
  Barrier* empty = full + Stages;
  constexpr int consumers = Threads / 32 - 1;
  if (threadIdx.x == 0) {
    for (int s = 0; s < Stages; ++s) {
      full[s].init(1);
      empty[s].init(consumers);
    }
    barriers_ready();
  }
  __syncthreads();

  const Edges<T> edges(in, count);
  const unsigned char* bytes = reinterpret_cast<const unsigned char*>(in + edges.head);
  const std::size_t total = edges.vectors * 16;
  const std::size_t step = std::size_t{gridDim.x} * StageBytes;
  const auto bytes_at = [&](std::size_t offset) {
    return static_cast<std::uint32_t>(total - offset < StageBytes ? total - offset : StageBytes);
  };
  T all = warp::identity<Op, T>();
  RingPlace<Stages> place;
  if (threadIdx.x == 0) {
    for (std::size_t at = std::size_t{blockIdx.x} * StageBytes; at < total; at += step) {
      empty[place.stage].wait(place.parity ^ 1);
      full[place.stage].arrive_expecting(bytes_at(at));
      bulk_load(ring + std::size_t{StageBytes} * place.stage, bytes + at, bytes_at(at),
                full[place.stage]);
      place.advance();
    }
  } else if (threadIdx.x >= 32) {
    Pack<T> sum;
#pragma unroll
    for (T& element : sum.element) element = warp::identity<Op, T>();
    for (std::size_t at = std::size_t{blockIdx.x} * StageBytes; at < total; at += step) {
      full[place.stage].wait(place.parity);
      const uint4* stage =
          reinterpret_cast<const uint4*>(ring + std::size_t{StageBytes} * place.stage);
      const std::uint32_t vectors = bytes_at(at) / 16;
#pragma unroll 4
      for (std::uint32_t i = threadIdx.x - 32; i < vectors; i += Threads - 32) {
        const auto pack = as_pack<T>(stage[i]);
#pragma unroll
        for (int k = 0; k < Pack<T>::size; ++k)
          sum.element[k] = op(sum.element[k], pack.element[k]);
      }
      __syncwarp();
      if (warp::lane() == 0) empty[place.stage].arrive();
      place.advance();
    }
#pragma unroll
    for (const T& element : sum.element) all = op(all, element);
  }
  all = reduce_edges(all, in, count, edges, op);
  finish_reduction<Threads>(all, workspace, result, op);
}

}  // namespace warpscope::device
