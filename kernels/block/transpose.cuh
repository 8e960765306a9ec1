// Transpositions through shared memory without bank conflicts: a square tile of a matrix, and the
// arrangement of a block's items.
#pragma once

#include <cstdint>

namespace warpscope::block {

/// A square tile in shared memory, written by rows and read by columns, each by whole warps,
/// without bank conflicts and without padding: the element of (row, column) lies at column ^ row in
/// its row, so that the 32 elements of a column, as those of a row, are in 32 banks. `T` has 4
/// bytes; `Side` is a power of two of at least 32. Side * Side * 4 bytes.
template <typename T, int Side>
struct SquareTile {
  static_assert(sizeof(T) == 4,
                "banks are 4 bytes wide: for 16-byte accesses see device/transpose.cuh, for others "
                "pad the rows");
  static_assert(Side >= 32 && (Side & (Side - 1)) == 0,
                "the XOR needs a power of two of at least 32 columns: pad rows by one element for "
                "other sides");
  T element[Side][Side];

  __device__ T& at(int row, int column) { return element[row][column ^ row % 32]; }
  __device__ const T& at(int row, int column) const { return element[row][column ^ row % 32]; }
};

/// Shared memory of an exchange of `Items` values of each of `Threads` threads; for even Items with
/// one value of padding after every 32.
template <typename T, int Threads, int Items>
struct ExchangeStorage {
  static_assert(sizeof(T) == 4,
                "banks are 4 bytes wide: exchange wider values in words of 4 bytes");
  static_assert(Items >= 1 && Threads % 32 == 0, "whole warps exchange at least one item each");
  static constexpr bool is_padded = Items % 2 == 0;
  T element[Threads * Items + (is_padded ? Threads * Items / 32 : 0)];

  /// Where item `i` of the block lies. An odd stride meets every bank as it is; with the padding a
  /// power of two does.
  __device__ static constexpr int place(int i) { return is_padded ? i + i / 32 : i; }
};

/// From striped to blocked: thread t comes with the items t, t + Threads, t + 2 * Threads … (as
/// coalesced loads bring them) and leaves with the items t * Items to t * Items + Items - 1 (as
/// scans and sorts want them). All threads call it; before `storage` is used again the block needs
/// a barrier.
///
/// Cost: Items stores and Items loads of shared memory and a barrier. Free of bank conflicts for
/// Items that are odd or a power of two up to 32; with other even numbers up to 32 at most two
/// lanes meet in a bank. Source: padding, Ruetsch and Micikevicius (2009); the two arrangements are
/// those of CUB's BlockExchange.
template <int Threads, int Items, typename T>
__device__ void striped_to_blocked(T (&item)[Items], ExchangeStorage<T, Threads, Items>& storage) {
  using Storage = ExchangeStorage<T, Threads, Items>;
  const int thread = static_cast<int>(threadIdx.x);
#pragma unroll
  for (int i = 0; i < Items; ++i) storage.element[Storage::place(i * Threads + thread)] = item[i];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < Items; ++i) item[i] = storage.element[Storage::place(thread * Items + i)];
}

/// The way back: from blocked to striped. The same cost.
template <int Threads, int Items, typename T>
__device__ void blocked_to_striped(T (&item)[Items], ExchangeStorage<T, Threads, Items>& storage) {
  using Storage = ExchangeStorage<T, Threads, Items>;
  const int thread = static_cast<int>(threadIdx.x);
#pragma unroll
  for (int i = 0; i < Items; ++i) storage.element[Storage::place(thread * Items + i)] = item[i];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < Items; ++i) item[i] = storage.element[Storage::place(i * Threads + thread)];
}

}  // namespace warpscope::block
