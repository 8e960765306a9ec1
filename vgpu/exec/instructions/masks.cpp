// Bit masks, extension from any width and the n-th set bit, PTX ISA manual section 9.7.1.

#include <bit>

#include "vgpu/exec/builder/builder.h"
#include "vgpu/exec/instructions/emit.h"
#include "vgpu/exec/instructions/lanes.h"

namespace warpscope::exec::masks {
namespace {

// `clamp` limits a number to 32, `wrap` takes its low five bits.
template <bool kWrap>
std::uint32_t limited(std::uint32_t value) {
  return kWrap ? value & 31u : (value > 32 ? 32u : value);
}
std::uint32_t ones(std::uint32_t count) {
  return static_cast<std::uint32_t>((std::uint64_t{1} << count) - 1);
}

// b ones from bit a on.
template <bool kWrap>
struct Bmsk {
  static std::uint32_t apply(std::uint32_t a, std::uint32_t b) {
    const std::uint64_t mask = ones(limited<kWrap>(b));
    return static_cast<std::uint32_t>(mask << limited<kWrap>(a));
  }
};
// The low b bits of a, with their sign.
template <bool kWrap, bool kSigned>
struct Szext {
  static std::uint32_t apply(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t width = limited<kWrap>(b);
    const std::uint32_t kept = a & ones(width);
    const bool is_negative = kSigned && width != 0 && (a >> (width - 1) & 1u) != 0;
    return is_negative ? kept | ~ones(width) : kept;
  }
};
// Position of the |offset|-th one of `mask`, counted up or down from bit `base`.
struct Fns {
  static std::uint32_t apply(std::uint32_t mask, std::uint32_t base, std::int32_t offset) {
    constexpr std::uint32_t kNone = 0xffffffffu;
    if (base > 31) return kNone;
    if (offset == 0) return (mask >> base & 1u) != 0 ? base : kNone;
    const bool up = offset > 0;
    std::uint32_t left = up ? mask & ~ones(base) : mask & ones(base + 1);
    std::int64_t count = offset;
    count = up ? count : -count;
    if (count > 32) return kNone;
    for (; count > 1 && left != 0; --count) left &= up ? left - 1 : ~std::bit_floor(left);
    if (left == 0) return kNone;
    return static_cast<std::uint32_t>(up ? std::countr_zero(left) : 31 - std::countl_zero(left));
  }
};

bool take_wrap(Builder& builder) {
  const bool wrap = builder.take("wrap");
  if (!wrap && !builder.take("clamp")) builder.unsupported("it has neither .clamp nor .wrap");
  return wrap;
}

}  // namespace

void build_bmsk(Builder& builder) {
  const bool wrap = take_wrap(builder);
  const ptx::Type type = builder.need_type();
  if (type != ptx::Type::b32) builder.unsupported("this type");
  using U = std::uint32_t;
  emit_binary(builder, wrap ? run_binary<Bmsk<true>, U, U> : run_binary<Bmsk<false>, U, U>, type);
}

void build_szext(Builder& builder) {
  const bool wrap = take_wrap(builder);
  const ptx::Type type = builder.need_type();
  using U = std::uint32_t;
  if (type == ptx::Type::s32) {
    emit_binary(builder,
                wrap ? run_binary<Szext<true, true>, U, U> : run_binary<Szext<false, true>, U, U>,
                type, type, ptx::Type::u32);
  } else if (type == ptx::Type::u32) {
    emit_binary(builder,
                wrap ? run_binary<Szext<true, false>, U, U> : run_binary<Szext<false, false>, U, U>,
                type);
  } else {
    builder.unsupported("this type");
  }
}

void build_fns(Builder& builder) {
  const ptx::Type type = builder.need_type();
  if (type != ptx::Type::b32) builder.unsupported("this type");
  emit_ternary(builder, run_ternary<Fns, std::uint32_t, std::uint32_t, std::uint32_t, std::int32_t>,
               type, ptx::Type::b32, ptx::Type::b32, ptx::Type::s32);
}

}  // namespace warpscope::exec::masks
