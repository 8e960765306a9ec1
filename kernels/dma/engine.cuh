// The three engines that carry a transfer, and the choice between them.
#pragma once

#include <type_traits>

#include "kernels/dma/bulk.cuh"
#include "kernels/dma/cp_async.cuh"
#include "kernels/dma/vector.cuh"

namespace warpscope::dma {

/// The best engine of the target: Bulk from sm_90, CpAsync from sm_80, Vector before.
struct Automatic {};

namespace engine {

template <typename Engine>
struct Resolve {
  using Type = Engine;
};
template <>
struct Resolve<Automatic> {
  using Type = std::conditional_t<(kTarget >= 90), Bulk,
                                  std::conditional_t<(kTarget >= 80), CpAsync, Vector<4>>>;
};

/// The engine that an engine parameter stands for on this target.
template <typename Engine>
using Resolved = typename Resolve<Engine>::Type;

/// Whether the target has the instructions of an engine. (kTarget is 0 in the pass for the host,
/// where nothing of this is executed.)
template <typename Engine>
consteval bool is_available() {
  return kTarget == 0 || kTarget >= Resolved<Engine>::kLeastTarget;
}

}  // namespace engine

/// Engines by name, for the constructors of rings.
inline constexpr Automatic automatic{};
inline constexpr Bulk bulk{};
inline constexpr CpAsync cp_async{};
inline constexpr Vector<4> vector{};
/// The vector engine with `kLoads` loads in flight per thread instead of four: 16 bytes of
/// registers each.
template <int kLoads>
inline constexpr Vector<kLoads> vector_with{};

}  // namespace warpscope::dma
