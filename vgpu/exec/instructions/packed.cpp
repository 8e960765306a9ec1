// Packed 16-bit integers, PTX ISA manual section 9.7.1, and SIMD video instructions,
// section 9.7.18.

#include "vgpu/exec/instructions/packed.h"

#include <algorithm>
#include <array>
#include <cstring>

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

// SIMD video instructions: elements of 8 or 16 bits, each side signed or not.
enum class Step : std::uint8_t { add, sub, average, difference, min, max, eq, ne, lt, le, gt, ge };

/// Operation::immediate of a video instruction.
struct Video {
  Step step;
  std::uint8_t element_bits;
  bool signed_d, signed_a, signed_b;
  bool saturate, accumulate;
  std::uint8_t unused;
};
static_assert(sizeof(Video) == sizeof(std::int64_t) && std::is_trivial_v<Video>);

std::int32_t element(std::uint32_t word, std::uint32_t first, std::uint32_t bits, bool is_signed) {
  const std::uint32_t top = word << (32 - bits - first);
  return is_signed ? static_cast<std::int32_t>(top) >> static_cast<std::int32_t>(32 - bits)
                   : static_cast<std::int32_t>(top >> (32 - bits));
}

std::int32_t apply(Step step, std::int32_t a, std::int32_t b) {
  switch (step) {
    case Step::add:
      return a + b;
    case Step::sub:
      return a - b;
    case Step::average:
      return (a + b + (a + b >= 0 ? 1 : 0)) >> 1;
    case Step::difference:
      return a < b ? b - a : a - b;
    case Step::min:
      return std::min(a, b);
    case Step::max:
      return std::max(a, b);
    case Step::eq:
      return a == b ? 1 : 0;
    case Step::ne:
      return a != b ? 1 : 0;
    case Step::lt:
      return a < b ? 1 : 0;
    case Step::le:
      return a <= b ? 1 : 0;
    case Step::gt:
      return a > b ? 1 : 0;
    case Step::ge:
      return a >= b ? 1 : 0;
  }
  return 0;
}

std::uint32_t video_word(const Video& video, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const std::uint32_t bits = video.element_bits;
  const std::int32_t least = video.signed_d ? -(1 << (bits - 1)) : 0;
  const std::int32_t most = (1 << (video.signed_d ? bits - 1 : bits)) - 1;
  std::uint32_t word = 0, sum = c;
  for (std::uint32_t first = 0; first < 32; first += bits) {
    std::int32_t value = apply(video.step, element(a, first, bits, video.signed_a),
                               element(b, first, bits, video.signed_b));
    if (video.saturate) value = std::clamp(value, least, most);
    const std::uint32_t mask = (1u << bits) - 1;
    word |= (static_cast<std::uint32_t>(value) & mask) << first;
    sum += static_cast<std::uint32_t>(value);
  }
  return video.accumulate ? sum : word;
}

const Operation* video(WarpContext& c, const Operation* op) {
  Video k{};
  std::memcpy(&k, &op->immediate, sizeof k);
  std::uint32_t* d = c.at<std::uint32_t>(op->d);
  const std::uint32_t* a = c.at<std::uint32_t>(op->a);
  const std::uint32_t* b = c.at<std::uint32_t>(op->b);
  const std::uint32_t* e = c.at<std::uint32_t>(op->c);
  for (std::uint32_t i = 0; i < kWarpSize; ++i) {
    if (c.lane_mask[i] != 0) d[i] = video_word(k, a[i], b[i], e[i]);
  }
  return op + 1;
}

using NamedStep = std::pair<std::string_view, Step>;
constexpr std::array<NamedStep, 6> kArithmetic{{{"vadd", Step::add},
                                                {"vsub", Step::sub},
                                                {"vavrg", Step::average},
                                                {"vabsdiff", Step::difference},
                                                {"vmin", Step::min},
                                                {"vmax", Step::max}}};
constexpr std::array<NamedStep, 6> kComparisons{{{"eq", Step::eq},
                                                 {"ne", Step::ne},
                                                 {"lt", Step::lt},
                                                 {"le", Step::le},
                                                 {"gt", Step::gt},
                                                 {"ge", Step::ge}}};

bool need_sign(Builder& builder) {
  const ptx::Type type = builder.need_type();
  if (type != ptx::Type::u32 && type != ptx::Type::s32) builder.unsupported("this type");
  return type == ptx::Type::s32;
}

}  // namespace

bool is_packed(ptx::Type type) { return type == ptx::Type::u16x2 || type == ptx::Type::s16x2; }

void build_add(Builder& builder, ptx::Type type) { build<Add>(builder, type, false); }
void build_min(Builder& builder, ptx::Type type) { build<Min>(builder, type, true); }
void build_max(Builder& builder, ptx::Type type) { build<Max>(builder, type, true); }

void build_video(Builder& builder) {
  std::string_view opcode = builder.instruction().opcode;
  Video k{};
  k.element_bits = opcode.back() == '2' ? 16 : 8;
  opcode.remove_suffix(1);
  if (opcode == "vset") {
    bool found = false;
    for (const auto& [name, step] : kComparisons) {
      if (found || !builder.take(name)) continue;
      k.step = step;
      found = true;
    }
    if (!found) builder.unsupported("this comparison");
  } else {
    k.step = std::ranges::find(kArithmetic, opcode, &NamedStep::first)->second;
    k.signed_d = need_sign(builder);
    k.saturate = builder.take("sat");
  }
  k.signed_a = need_sign(builder);
  k.signed_b = need_sign(builder);
  k.accumulate = builder.take("add");
  emit_ternary(builder, video, ptx::Type::b32);
  std::memcpy(&builder.kernel().operations.back().immediate, &k, sizeof k);
}

}  // namespace warpscope::exec::packed
