// What atom, red and the reducing copies do to one cell, PTX ISA manual section 9.7.13.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "vgpu/exec/arithmetic/bits128.h"
#include "vgpu/exec/arithmetic/float_values.h"
#include "vgpu/exec/arithmetic/half_bits.h"

namespace warpscope::exec::atomics {

template <typename T>
inline constexpr bool kIsHalf =
    std::is_same_v<T, Stored<Half>> || std::is_same_v<T, Stored<Bfloat>>;

/// Subnormals become zeros of their sign.
inline float flush(float value) {
  return std::fabs(value) < 0x1p-126f ? std::copysign(0.0f, value) : value;
}

/// Two halves in 32 bits, each by itself.
template <typename H>
struct Pair {
  H low, high;
};
template <typename T>
inline constexpr bool kIsPair = false;
template <typename H>
inline constexpr bool kIsPair<Pair<H>> = true;

// All take the old value and up to two operands and give the new value.
struct Add {
  template <typename T>
  static T apply(T old, T b, T) {
    if constexpr (kIsHalf<T>) {
      // The sum of two in 24 bits, rounded again: the same as rounding once, because 24 >= 2 * 11
      // + 2.
      T result;
      assign(result, to_float(old) + to_float(b));
      return result;
    } else if constexpr (std::is_floating_point_v<T>) {
      return nan_result(old + b, b, old);  // as a loop with add and cas gives it on an H200
    } else {
      using U = std::make_unsigned_t<T>;
      return static_cast<T>(static_cast<U>(old) + static_cast<U>(b));
    }
  }
};
/// Additions in global memory: "add.f32 flushes subnormal inputs and results to sign-preserving
/// zero"; f64 hands on the last operand that is a NaN as it is (seen on an H200).
struct AddInGlobal {
  static float apply(float old, float b, float) { return nan_result(flush(flush(old) + flush(b))); }
  static double apply(double old, double b, double) {
    if (std::isnan(b)) return b;
    return std::isnan(old) ? old : nan_result(old + b);
  }
};
struct And {
  template <typename T>
  static T apply(T old, T b, T) {
    return old & b;
  }
};
struct Or {
  template <typename T>
  static T apply(T old, T b, T) {
    return old | b;
  }
};
struct Xor {
  template <typename T>
  static T apply(T old, T b, T) {
    return old ^ b;
  }
};
struct Exchange {
  template <typename T>
  static T apply(T, T b, T) {
    return b;
  }
};
struct CompareAndSwap {
  template <typename T>
  static T apply(T old, T b, T c) {
    return old == b ? c : old;
  }
};

/// min and max of floating point: a NaN loses to a number, and -0 is less than +0.
template <bool kLess, typename T>
T extreme(T old, T b) {
  if constexpr (kIsHalf<T>) {
    const float x = to_float(old), y = to_float(b);
    if (std::isnan(x) && std::isnan(y)) return T{0x7fff};
    if (std::isnan(x)) return b;
    if (std::isnan(y)) return old;
    if (x == y) return std::signbit(x) == kLess ? old : b;
    return (x < y) == kLess ? old : b;
  } else {
    return (old < b) == kLess ? old : b;
  }
}
struct Min {
  template <typename T>
  static T apply(T old, T b, T) {
    return extreme<true>(old, b);
  }
};
struct Max {
  template <typename T>
  static T apply(T old, T b, T) {
    return extreme<false>(old, b);
  }
};
struct Increment {
  static std::uint32_t apply(std::uint32_t old, std::uint32_t b, std::uint32_t) {
    return old >= b ? 0 : old + 1;
  }
};
struct Decrement {
  static std::uint32_t apply(std::uint32_t old, std::uint32_t b, std::uint32_t) {
    return old == 0 || old > b ? b : old - 1;
  }
};

/// The new value of a cell that holds `old`.
template <typename F, typename T>
T updated(T old, T b, T c) {
  if constexpr (kIsPair<T>) {
    return {F::apply(old.low, b.low, c.low), F::apply(old.high, b.high, c.high)};
  } else {
    return F::apply(old, b, c);
  }
}

/// Updates the cell at `cell` and gives its old value. All updates of atomics go through here.
template <typename F, typename T>
T update(std::byte* cell, T b, T c) {
  T old;
  std::memcpy(&old, cell, sizeof old);
  const T value = updated<F, T>(old, b, c);
  std::memcpy(cell, &value, sizeof value);
  return old;
}

/// The same when other threads of the host may update the cell at the same time.
template <typename F, typename T>
T update_concurrently(std::byte* cell, T b, T c) {
  std::atomic_ref<T> shared(*reinterpret_cast<T*>(cell));
  T old = shared.load(std::memory_order_relaxed);
  while (!shared.compare_exchange_weak(old, F::apply(old, b, c), std::memory_order_relaxed)) {
  }
  return old;
}

}  // namespace warpscope::exec::atomics
