// Operators of reductions and scans: associative functions of two values with a neutral value.
//
// Any callable `T op(T, T)` that is associative is an operator too. What the library does better
// for the ones below: 32-bit integers are reduced by one instruction (warp/reduce.cuh), and a
// commutative operator saves two selections a step.
#pragma once

#include <limits>
#include <type_traits>

namespace warpscope::warp {

struct Sum {
  template <typename T>
  __host__ __device__ constexpr T operator()(const T& a, const T& b) const {
    return static_cast<T>(a + b);
  }
};

/// The lesser value. A NaN stays when it comes first and is passed over when it comes second.
struct Min {
  template <typename T>
  __host__ __device__ constexpr T operator()(const T& a, const T& b) const {
    return b < a ? b : a;
  }
};

/// The greater value; for NaNs see Min.
struct Max {
  template <typename T>
  __host__ __device__ constexpr T operator()(const T& a, const T& b) const {
    return a < b ? b : a;
  }
};

struct BitAnd {
  template <typename T>
  __host__ __device__ constexpr T operator()(const T& a, const T& b) const {
    return static_cast<T>(a & b);
  }
};

struct BitOr {
  template <typename T>
  __host__ __device__ constexpr T operator()(const T& a, const T& b) const {
    return static_cast<T>(a | b);
  }
};

struct BitXor {
  template <typename T>
  __host__ __device__ constexpr T operator()(const T& a, const T& b) const {
    return static_cast<T>(a ^ b);
  }
};

/// True for the operators above.
template <typename Op>
inline constexpr bool is_known =
    std::is_same_v<Op, Sum> || std::is_same_v<Op, Min> || std::is_same_v<Op, Max> ||
    std::is_same_v<Op, BitAnd> || std::is_same_v<Op, BitOr> || std::is_same_v<Op, BitXor>;

/// True when op(a, b) equals op(b, a) for all values. Specialise it for an operator of your own.
template <typename Op>
inline constexpr bool is_commutative = is_known<Op>;

/// The values that lose to every other. Variables, since the functions of the standard library are
/// the host's.
template <typename T, typename Limits = std::numeric_limits<T>>
inline constexpr T greatest = Limits::has_infinity ? Limits::infinity() : Limits::max();
template <typename T, typename Limits = std::numeric_limits<T>>
inline constexpr T least = Limits::has_infinity ? static_cast<T>(-Limits::infinity())
                                                : Limits::lowest();

/// The value that changes nothing: op(identity<Op, T>(), x) == x. For the operators above and
/// arithmetic T.
template <typename Op, typename T>
__host__ __device__ constexpr T identity() {
  if constexpr (std::is_same_v<Op, Min>) {
    return greatest<T>;
  } else if constexpr (std::is_same_v<Op, Max>) {
    return least<T>;
  } else if constexpr (std::is_same_v<Op, BitAnd>) {
    return static_cast<T>(~T{});
  } else {
    static_assert(
        std::is_same_v<Op, Sum> || std::is_same_v<Op, BitOr> || std::is_same_v<Op, BitXor>,
        "identity() knows the operators of warp/operators.cuh; pass the neutral value of yours "
        "yourself");
    return T{};
  }
}

}  // namespace warpscope::warp
