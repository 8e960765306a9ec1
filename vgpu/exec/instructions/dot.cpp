// Dot products of packed integers, PTX ISA manual sections 9.7.1.23 and 9.7.1.24.

#include "vgpu/exec/builder/builder.h"
#include "vgpu/exec/instructions/emit.h"
#include "vgpu/exec/instructions/lanes.h"

namespace warpscope::exec::dot {
namespace {

/// Bits [first, first + width) of a word, with or without sign.
template <bool kSigned>
std::uint32_t part(std::uint32_t word, std::uint32_t first, std::uint32_t width) {
  const std::uint32_t top = word << (32 - width - first);
  return kSigned ? static_cast<std::uint32_t>(static_cast<std::int32_t>(top) >>
                                              static_cast<std::int32_t>(32 - width))
                 : top >> (32 - width);
}

template <bool kSignedA, bool kSignedB>
struct Dp4a {
  static std::uint32_t apply(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    for (std::uint32_t i = 0; i < 32; i += 8)
      c += part<kSignedA>(a, i, 8) * part<kSignedB>(b, i, 8);
    return c;
  }
};
// Two halves of a with the low or the high two bytes of b.
template <bool kSignedA, bool kSignedB, std::uint32_t kFirstBit>
struct Dp2a {
  static std::uint32_t apply(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    return c + part<kSignedA>(a, 0, 16) * part<kSignedB>(b, kFirstBit, 8) +
           part<kSignedA>(a, 16, 16) * part<kSignedB>(b, kFirstBit + 8, 8);
  }
};

template <typename F>
constexpr Handler word = run_ternary<F, std::uint32_t, std::uint32_t>;

void build(Builder& builder, const Handler (&handlers)[2][2]) {
  const ptx::Type a = builder.need_type(), b = builder.need_type();
  const auto is_word = [](ptx::Type type) {
    return type == ptx::Type::u32 || type == ptx::Type::s32;
  };
  if (!is_word(a) || !is_word(b)) builder.unsupported("this type");
  emit_ternary(builder, handlers[ptx::is_signed(a) ? 1 : 0][ptx::is_signed(b) ? 1 : 0],
               ptx::Type::b32);
}

template <std::uint32_t kFirstBit>
void build_half(Builder& builder) {
  build(builder, {{word<Dp2a<false, false, kFirstBit>>, word<Dp2a<false, true, kFirstBit>>},
                  {word<Dp2a<true, false, kFirstBit>>, word<Dp2a<true, true, kFirstBit>>}});
}

}  // namespace

void build_dp4a(Builder& builder) {
  build(builder, {{word<Dp4a<false, false>>, word<Dp4a<false, true>>},
                  {word<Dp4a<true, false>>, word<Dp4a<true, true>>}});
}

void build_dp2a(Builder& builder) {
  if (builder.take("hi")) {
    build_half<16>(builder);
  } else if (builder.take("lo")) {
    build_half<0>(builder);
  } else {
    builder.unsupported("it has neither .lo nor .hi");
  }
}

}  // namespace warpscope::exec::dot
