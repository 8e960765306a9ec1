// Loops over the 32 lanes of a warp that the compiler turns into vector instructions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "vgpu/exec/machine/warp.h"

namespace warpscope::exec {

/// Calls at the end of a function become jumps at -O2 and above, but not under the sanitizers.
#if defined(__OPTIMIZE__) && !defined(WARPSCOPE_SANITIZED)
inline constexpr bool kCanChain = true;
#else
inline constexpr bool kCanChain = false;
#endif

/// Writes `value` to a lane if it is active. A select, not a branch, so that the loop stays a
/// vector loop.
template <typename T>
inline T choose(std::uint32_t lane_mask, T value, T old) {
  return lane_mask != 0 ? value : old;
}

/// Goes on with `op` without a detour through the machine's loop. Where the compiler does not turn
/// this into a jump, the loop does it. A handler that calls it must not have handed out addresses
/// of its variables, or the call is none of those that become jumps.
inline const Operation* go_on(WarpContext& c, const Operation* op) {
  if constexpr (kCanChain) {
    return op->handler(c, op);
  } else {
    return op;
  }
}
/// The same with the operation behind `op`.
inline const Operation* next(WarpContext& c, const Operation* op) { return go_on(c, op + 1); }

/// Two neighbouring places of an operation, read at once: loads are what the lane loops wait for.
template <typename First, typename Second>
struct TwoPlaces {
  First* first;
  Second* second;
  TwoPlaces(WarpContext& c, const Operation* op, std::size_t offset) {
    std::int64_t both = 0;
    std::memcpy(&both, reinterpret_cast<const std::byte*>(op) + offset, sizeof both);
    first = reinterpret_cast<First*>(c.frame + static_cast<Slot>(both));
    second = reinterpret_cast<Second*>(c.frame + (both >> 32));
  }
};

/// d = F(a) for all lanes, or for the active ones.
template <typename F, typename D, typename A>
struct Unary {
  template <bool kAll>
  static void compute(WarpContext& c, const Operation* op) {
    const TwoPlaces<D, const A> da(c, op, offsetof(Operation, d));
    D* d = da.first;
    const A* a = da.second;
#pragma GCC ivdep
    for (std::uint32_t i = 0; i < kWarpSize; ++i) {
      const D value = F::apply(a[i]);
      d[i] = kAll ? value : choose<D>(c.lane_mask[i], value, d[i]);
    }
  }
};

/// d = F(a, b).
template <typename F, typename D, typename A, typename B>
struct Binary {
  template <bool kAll>
  static void compute(WarpContext& c, const Operation* op) {
    const TwoPlaces<D, const A> da(c, op, offsetof(Operation, d));
    D* d = da.first;
    const A* a = da.second;
    const B* b = c.at<B>(op->b);
#pragma GCC ivdep
    for (std::uint32_t i = 0; i < kWarpSize; ++i) {
      const D value = F::apply(a[i], b[i]);
      d[i] = kAll ? value : choose<D>(c.lane_mask[i], value, d[i]);
    }
  }
};

/// d = F(a, b, c).
template <typename F, typename D, typename A, typename B, typename C>
struct Ternary {
  template <bool kAll>
  static void compute(WarpContext& c, const Operation* op) {
    const TwoPlaces<D, const A> da(c, op, offsetof(Operation, d));
    D* d = da.first;
    const A* a = da.second;
    const TwoPlaces<const B, const C> be(c, op, offsetof(Operation, b));
    const B* b = be.first;
    const C* e = be.second;
#pragma GCC ivdep
    for (std::uint32_t i = 0; i < kWarpSize; ++i) {
      const D value = F::apply(a[i], b[i], e[i]);
      d[i] = kAll ? value : choose<D>(c.lane_mask[i], value, d[i]);
    }
  }
};

/// Computes the lanes and goes on. Apart from run(), so that the usual case, all lanes active, need
/// not save registers for this one.
template <typename Lanes>
[[gnu::noinline]] const Operation* run_active(WarpContext& c, const Operation* op) {
  Lanes::template compute<false>(c, op);
  return next(c, op);
}
template <typename Lanes>
const Operation* run(WarpContext& c, const Operation* op) {
  if (!c.is_full()) [[unlikely]]
    return run_active<Lanes>(c, op);
  Lanes::template compute<true>(c, op);
  return next(c, op);
}

/// Handlers.
template <typename F, typename D, typename A>
inline constexpr Handler run_unary = run<Unary<F, D, A>>;
template <typename F, typename D, typename A, typename B = A>
inline constexpr Handler run_binary = run<Binary<F, D, A, B>>;
template <typename F, typename D, typename A, typename B = A, typename C = D>
inline constexpr Handler run_ternary = run<Ternary<F, D, A, B, C>>;

/// Handler of F for an integer type of 16, 32 or 64 bits, or nullptr.
template <typename F>
Handler integer_binary(ptx::Type type) {
  switch (type) {
    case ptx::Type::u16:
    case ptx::Type::b16:
      return run_binary<F, std::uint16_t, std::uint16_t>;
    case ptx::Type::s16:
      return run_binary<F, std::int16_t, std::int16_t>;
    case ptx::Type::u32:
    case ptx::Type::b32:
      return run_binary<F, std::uint32_t, std::uint32_t>;
    case ptx::Type::s32:
      return run_binary<F, std::int32_t, std::int32_t>;
    case ptx::Type::u64:
    case ptx::Type::b64:
      return run_binary<F, std::uint64_t, std::uint64_t>;
    case ptx::Type::s64:
      return run_binary<F, std::int64_t, std::int64_t>;
    default:
      return nullptr;
  }
}

template <typename F>
Handler integer_unary(ptx::Type type) {
  switch (type) {
    case ptx::Type::u16:
    case ptx::Type::b16:
      return run_unary<F, std::uint16_t, std::uint16_t>;
    case ptx::Type::s16:
      return run_unary<F, std::int16_t, std::int16_t>;
    case ptx::Type::u32:
    case ptx::Type::b32:
      return run_unary<F, std::uint32_t, std::uint32_t>;
    case ptx::Type::s32:
      return run_unary<F, std::int32_t, std::int32_t>;
    case ptx::Type::u64:
    case ptx::Type::b64:
      return run_unary<F, std::uint64_t, std::uint64_t>;
    case ptx::Type::s64:
      return run_unary<F, std::int64_t, std::int64_t>;
    default:
      return nullptr;
  }
}

}  // namespace warpscope::exec
