// Transfers to global memory that combine with what is there.
#pragma once

#include <concepts>
#include <type_traits>

#include "kernels/dma/lanes.cuh"

// Numbers of 16 bits, by name only: who reduces them includes <cuda_fp16.h> or <cuda_bf16.h>. To
// read these two takes longer than to read this library.
struct __half;
struct __nv_bfloat16;

namespace warpscope::dma {

enum class Operator { add, minimum, maximum, bit_and, bit_or, bit_xor };

namespace reduction {

template <typename T>
concept Integer = std::same_as<T, int> || std::same_as<T, unsigned> || std::same_as<T, long long> ||
    std::same_as<T, unsigned long long>;
template <typename T>
concept Floating = std::same_as<T, float> || std::same_as<T, double> || std::same_as<T, __half> ||
    std::same_as<T, __nv_bfloat16>;

template <typename T>
concept OfTwoBytes = std::same_as<T, __half> || std::same_as<T, __nv_bfloat16>;

template <Operator kOperator, typename T>
inline constexpr bool kIsSupported = Integer<T> || (Floating<T> && kOperator == Operator::add) ||
                                     (OfTwoBytes<T> && (kOperator == Operator::minimum ||
                                                        kOperator == Operator::maximum));

/// There is no atomic instruction for the smaller or greater one of two bytes: compare and swap.
/// A number beats NaN, and -0 is below +0 (PTX ISA, min, max).
template <Operator kOperator, OfTwoBytes T>
__device__ void exchange_if_better(T* at, T value) {
  auto* bits = reinterpret_cast<unsigned short*>(at);
  unsigned short before = *reinterpret_cast<volatile unsigned short*>(bits), assumed;
  do {
    assumed = before;
    const T old = __builtin_bit_cast(T, assumed);
    const T best = kOperator == Operator::minimum ? __hmin(old, value) : __hmax(old, value);
    before = atomicCAS(bits, assumed, __builtin_bit_cast(unsigned short, best));
  } while (before != assumed);
}

}  // namespace reduction

/// destination = destination (operator) source, element by element, atomic for each element.
/// ring.execute_dma(dma::add<float>, pattern, buffer[stage], global). The order of additions
/// is not determined. Cost: atomics at the L2 cache; the bulk engine sends them by the run
/// (cp.reduce.async.bulk, PTX ISA 9.7.9.25.4.2), the others one instruction per element.
template <Operator kOperator, typename T>
struct Reduction {
  static_assert(reduction::kIsSupported<kOperator, T>,
                "Integers of 32 and 64 bits have all operators; __half and __nv_bfloat16 have "
                "dma::add, minimum and maximum; float and double have dma::add only.");
  static constexpr Operator kOf = kOperator;
  using Element = T;

  /// One element.
  __device__ static void apply(T* at, T value) {
    if constexpr (kOperator == Operator::add) {
      // Signed and unsigned addition are the same bits.
      if constexpr (std::same_as<T, long long>) {
        atomicAdd(reinterpret_cast<unsigned long long*>(at),
                  static_cast<unsigned long long>(value));
      } else {
        atomicAdd(at, value);
      }
    } else if constexpr (reduction::OfTwoBytes<T>) {
      reduction::exchange_if_better<kOperator>(at, value);
    } else if constexpr (kOperator == Operator::minimum) {
      atomicMin(at, value);
    } else if constexpr (kOperator == Operator::maximum) {
      atomicMax(at, value);
    } else if constexpr (kOperator == Operator::bit_and) {
      atomicAnd(at, value);
    } else if constexpr (kOperator == Operator::bit_or) {
      atomicOr(at, value);
    } else {
      atomicXor(at, value);
    }
  }
};

template <typename T>
inline constexpr Reduction<Operator::add, T> add{};
template <typename T>
inline constexpr Reduction<Operator::minimum, T> minimum{};
template <typename T>
inline constexpr Reduction<Operator::maximum, T> maximum{};
template <typename T>
inline constexpr Reduction<Operator::bit_and, T> bit_and{};
template <typename T>
inline constexpr Reduction<Operator::bit_or, T> bit_or{};
template <typename T>
inline constexpr Reduction<Operator::bit_xor, T> bit_xor{};

namespace lanes {

/// Reduces a transfer element by element. Pointers, sizes and strides are multiples of the element.
template <typename R, RunPattern P>
__device__ void reduce(R, const P& pattern, const char* source, char* destination, Lane lane) {
  using T = typename R::Element;
  constexpr unsigned kBytes = sizeof(T);
  const Cut elements{kBytes, 0, static_cast<unsigned>(pattern.run_bytes()) / kBytes, 0};
  for_each_chunk(pattern, source, destination, elements, lane, [](const char* from, char* to) {
    R::apply(reinterpret_cast<T*>(to), *reinterpret_cast<const T*>(from));
  });
}

/// Reduces the elements before and after the chunks of each run.
template <typename R, RunPattern P>
__device__ void reduce_edges(R, const P& pattern, const char* source, char* destination,
                             const Cut& cut, Lane lane) {
  using T = typename R::Element;
  const unsigned edge = (cut.head + cut.tail) / sizeof(T);
  if (edge == 0) return;
  const unsigned runs = pattern.runs(), body = cut.chunks * cut.width;
  for (unsigned i = lane.rank; i < runs * edge; i += lane.count) {
    const unsigned run = i / edge, byte = i % edge * sizeof(T);
    const unsigned at = byte < cut.head ? byte : byte + body;
    R::apply(reinterpret_cast<T*>(destination + pattern.destination_offset(run) + at),
             *reinterpret_cast<const T*>(source + pattern.source_offset(run) + at));
  }
}

}  // namespace lanes
}  // namespace warpscope::dma
