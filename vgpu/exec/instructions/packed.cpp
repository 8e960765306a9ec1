// Packed 16-bit integers, PTX ISA manual section 9.7.1.

#include "vgpu/exec/instructions/packed.h"

#include <algorithm>

#include "vgpu/exec/instructions/emit.h"
#include "vgpu/exec/instructions/lanes.h"

namespace warpscope::exec::packed {
namespace {

template <typename F, typename T>
struct Halves {
  static std::uint32_t apply(std::uint32_t a, std::uint32_t b) {
    const auto low = F::apply(static_cast<T>(a), static_cast<T>(b));
    const auto high = F::apply(static_cast<T>(a >> 16), static_cast<T>(b >> 16));
    return static_cast<std::uint16_t>(low) |
           static_cast<std::uint32_t>(static_cast<std::uint16_t>(high)) << 16;
  }
};
struct Add {
  template <typename T>
  static T apply(T a, T b) {
    return static_cast<T>(a + b);
  }
};
struct Min {
  template <typename T>
  static T apply(T a, T b) {
    return std::min(a, b);
  }
};
struct Max {
  template <typename T>
  static T apply(T a, T b) {
    return std::max(a, b);
  }
};
template <typename F>
struct Relu {
  template <typename T>
  static T apply(T a, T b) {
    return std::max(F::apply(a, b), T{0});
  }
};

template <typename F, typename T>
constexpr Handler halves = run_binary<Halves<F, T>, std::uint32_t, std::uint32_t>;

template <typename F>
void build(Builder& builder, ptx::Type type, bool may_have_relu) {
  const bool is_signed = type == ptx::Type::s16x2;
  const bool relu = may_have_relu && is_signed && builder.take("relu");
  emit_binary(builder,
              relu        ? halves<Relu<F>, std::int16_t>
              : is_signed ? halves<F, std::int16_t>
                          : halves<F, std::uint16_t>,
              type);
}

}  // namespace

bool is_packed(ptx::Type type) { return type == ptx::Type::u16x2 || type == ptx::Type::s16x2; }

void build_add(Builder& builder, ptx::Type type) { build<Add>(builder, type, false); }
void build_min(Builder& builder, ptx::Type type) { build<Min>(builder, type, true); }
void build_max(Builder& builder, ptx::Type type) { build<Max>(builder, type, true); }

}  // namespace warpscope::exec::packed
