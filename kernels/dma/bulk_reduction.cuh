// cp.reduce.async.bulk for each operator and type.
#pragma once

#include "kernels/dma/barrier.cuh"
#include "kernels/dma/reduction.cuh"

namespace warpscope::dma::bulk_reduction {

/// What PTX calls an operator and a type. Addition of half precision names its treatment of
/// subnormal numbers; bits have a width only; 64-bit sums have no sign.
template <Operator kOperator>
struct OperatorName;
template <>
struct OperatorName<Operator::add> {
  static constexpr char value[] = ".add";
};
template <>
struct OperatorName<Operator::minimum> {
  static constexpr char value[] = ".min";
};
template <>
struct OperatorName<Operator::maximum> {
  static constexpr char value[] = ".max";
};
template <>
struct OperatorName<Operator::bit_and> {
  static constexpr char value[] = ".and";
};
template <>
struct OperatorName<Operator::bit_or> {
  static constexpr char value[] = ".or";
};
template <>
struct OperatorName<Operator::bit_xor> {
  static constexpr char value[] = ".xor";
};

template <typename T>
struct TypeName;
template <>
struct TypeName<int> {
  static constexpr char value[] = ".s32", sum[] = ".s32", bits[] = ".b32";
};
template <>
struct TypeName<unsigned> {
  static constexpr char value[] = ".u32", sum[] = ".u32", bits[] = ".b32";
};
template <>
struct TypeName<long long> {
  static constexpr char value[] = ".s64", sum[] = ".u64", bits[] = ".b64";
};
template <>
struct TypeName<unsigned long long> {
  static constexpr char value[] = ".u64", sum[] = ".u64", bits[] = ".b64";
};
template <>
struct TypeName<float> {
  static constexpr char sum[] = ".f32";
};
template <>
struct TypeName<double> {
  static constexpr char sum[] = ".f64";
};
template <>
struct TypeName<__half> {
  static constexpr char value[] = ".f16", sum[] = ".noftz.f16";
};
template <>
struct TypeName<__nv_bfloat16> {
  static constexpr char value[] = ".bf16", sum[] = ".noftz.bf16";
};

/// The name of T under an operator.
template <Operator kOperator, typename T>
consteval const auto& type_name() {
  if constexpr (kOperator == Operator::add) {
    return TypeName<T>::sum;
  } else if constexpr (kOperator == Operator::minimum || kOperator == Operator::maximum) {
    return TypeName<T>::value;
  } else {
    return TypeName<T>::bits;
  }
}

/// Reduces `bytes` bytes of shared memory at `source` into global memory at `destination`, in a
/// bulk group of the calling thread; all three are multiples of 16. From sm_90. PTX ISA
/// 9.7.9.25.4.2.
template <Operator kOperator, typename T>
__device__ void issue(char* destination, const char* source, unsigned bytes) {
  asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group%3%4 [%0], [%1], %2;" ::"l"(
                   __cvta_generic_to_global(destination)),
               "r"(barrier::address(source)), "r"(bytes), "C"(OperatorName<kOperator>::value),
               "C"(type_name<kOperator, T>())
               : "memory");
}

}  // namespace warpscope::dma::bulk_reduction
