// cp.reduce.async.bulk for each operator and type.
#pragma once

#include "kernels/dma/barrier.cuh"
#include "kernels/dma/reduction.cuh"

namespace warpscope::dma::bulk_reduction {

/// Reduces `bytes` bytes of shared memory at `source` into global memory at `destination`, in a
/// bulk group of the calling thread; all three are multiples of 16. From sm_90. PTX ISA
/// 9.7.9.25.4.2.
template <Operator kOperator, typename T>
__device__ void issue(char* destination, const char* source, unsigned bytes) {
  const std::size_t to = __cvta_generic_to_global(destination);
  const unsigned from = barrier::address(source);
  if constexpr (kOperator == Operator::add && std::same_as<T, unsigned>) {
    asm volatile(
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%0], [%1], %2;" ::"l"(to),
        "r"(from), "r"(bytes)
        : "memory");
  } else if constexpr (kOperator == Operator::add && std::same_as<T, int>) {
    asm volatile(
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s32 [%0], [%1], %2;" ::"l"(to),
        "r"(from), "r"(bytes)
        : "memory");
  } else if constexpr (kOperator == Operator::add && std::same_as<T, float>) {
    asm volatile(
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], %2;" ::"l"(to),
        "r"(from), "r"(bytes)
        : "memory");
  } else if constexpr (kOperator == Operator::add && std::same_as<T, double>) {
    asm volatile(
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f64 [%0], [%1], %2;" ::"l"(to),
        "r"(from), "r"(bytes)
        : "memory");
  } else if constexpr (kOperator == Operator::add && std::same_as<T, __half>) {
    asm volatile(
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.f16 [%0], [%1], %2;" ::"l"(
            to),
        "r"(from), "r"(bytes)
        : "memory");
  } else if constexpr (kOperator == Operator::add && std::same_as<T, __nv_bfloat16>) {
    asm volatile(
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.bf16 [%0], [%1], %2;" ::"l"(
            to),
        "r"(from), "r"(bytes)
        : "memory");
  } else if constexpr (kOperator == Operator::add) {
    asm volatile(
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u64 [%0], [%1], %2;" ::"l"(to),
        "r"(from), "r"(bytes)
        : "memory");
  } else if constexpr (kOperator == Operator::minimum && std::same_as<T, unsigned>) {
    asm volatile(
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.min.u32 [%0], [%1], %2;" ::"l"(to),
        "r"(from), "r"(bytes)
        : "memory");
  } else if constexpr (kOperator == Operator::minimum && std::same_as<T, int>) {
    asm volatile(
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.min.s32 [%0], [%1], %2;" ::"l"(to),
        "r"(from), "r"(bytes)
        : "memory");
  } else if constexpr (kOperator == Operator::minimum && std::same_as<T, long long>) {
    asm volatile(
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.min.s64 [%0], [%1], %2;" ::"l"(to),
        "r"(from), "r"(bytes)
        : "memory");
  } else if constexpr (kOperator == Operator::minimum) {
    asm volatile(
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.min.u64 [%0], [%1], %2;" ::"l"(to),
        "r"(from), "r"(bytes)
        : "memory");
  } else if constexpr (kOperator == Operator::maximum && std::same_as<T, unsigned>) {
    asm volatile(
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.max.u32 [%0], [%1], %2;" ::"l"(to),
        "r"(from), "r"(bytes)
        : "memory");
  } else if constexpr (kOperator == Operator::maximum && std::same_as<T, int>) {
    asm volatile(
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.max.s32 [%0], [%1], %2;" ::"l"(to),
        "r"(from), "r"(bytes)
        : "memory");
  } else if constexpr (kOperator == Operator::maximum && std::same_as<T, long long>) {
    asm volatile(
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.max.s64 [%0], [%1], %2;" ::"l"(to),
        "r"(from), "r"(bytes)
        : "memory");
  } else if constexpr (kOperator == Operator::maximum) {
    asm volatile(
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.max.u64 [%0], [%1], %2;" ::"l"(to),
        "r"(from), "r"(bytes)
        : "memory");
  } else if constexpr (kOperator == Operator::bit_and && sizeof(T) == 4) {
    asm volatile(
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.and.b32 [%0], [%1], %2;" ::"l"(to),
        "r"(from), "r"(bytes)
        : "memory");
  } else if constexpr (kOperator == Operator::bit_and) {
    asm volatile(
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.and.b64 [%0], [%1], %2;" ::"l"(to),
        "r"(from), "r"(bytes)
        : "memory");
  } else if constexpr (kOperator == Operator::bit_or && sizeof(T) == 4) {
    asm volatile(
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.or.b32 [%0], [%1], %2;" ::"l"(to),
        "r"(from), "r"(bytes)
        : "memory");
  } else if constexpr (kOperator == Operator::bit_or) {
    asm volatile(
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.or.b64 [%0], [%1], %2;" ::"l"(to),
        "r"(from), "r"(bytes)
        : "memory");
  } else if constexpr (kOperator == Operator::bit_xor && sizeof(T) == 4) {
    asm volatile(
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.xor.b32 [%0], [%1], %2;" ::"l"(to),
        "r"(from), "r"(bytes)
        : "memory");
  } else {
    asm volatile(
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.xor.b64 [%0], [%1], %2;" ::"l"(to),
        "r"(from), "r"(bytes)
        : "memory");
  }
}

}  // namespace warpscope::dma::bulk_reduction
