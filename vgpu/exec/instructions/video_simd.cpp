// SIMD video instructions: elements of 8 or 16 bits, each side signed or not.

#include <algorithm>
#include <array>
#include <cstring>

#include "vgpu/exec/instructions/video.h"
#include "vgpu/exec/instructions/video_steps.h"
#include "vgpu/exec/machine/warp.h"

namespace warpscope::exec::video {
namespace {

/// What a SIMD video instruction does.
struct Simd {
  Step step;
  std::uint8_t flags;
  std::uint8_t elements;  ///< that are computed, by bit; the others come from c
  std::uint8_t unused;
  /// Which of the elements of a (from 0) and b (behind a's) each element reads: four bits each.
  std::uint16_t a_choice, b_choice;
};
static_assert(sizeof(Simd) == sizeof(std::int64_t) && std::is_trivial_v<Simd>);

constexpr std::uint8_t kHalves = 1, kSimdSignedResult = 2, kSimdSignedA = 4, kSimdSignedB = 8,
                       kSimdClamp = 16, kAccumulate = 32;

std::int32_t element(std::uint64_t both, std::uint32_t choice, std::uint32_t bits, bool is_signed) {
  const auto top = static_cast<std::uint32_t>(both >> (choice * bits)) << (32 - bits);
  return is_signed ? static_cast<std::int32_t>(top) >> static_cast<std::int32_t>(32 - bits)
                   : static_cast<std::int32_t>(top >> (32 - bits));
}

std::uint32_t result_word(const Simd& k, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const auto has = [&k](std::uint8_t flag) { return (k.flags & flag) != 0; };
  const std::uint32_t bits = has(kHalves) ? 16 : 8;
  const std::int32_t least = has(kSimdSignedResult) ? -(1 << (bits - 1)) : 0;
  const std::int32_t most = (1 << (has(kSimdSignedResult) ? bits - 1 : bits)) - 1;
  const std::uint64_t both = std::uint64_t{b} << 32 | a;
  std::uint32_t word = c, sum = c;
  for (std::uint32_t i = 0; i < 32 / bits; ++i) {
    if ((k.elements >> i & 1U) == 0) continue;
    const std::uint32_t from_a = k.a_choice >> (4 * i) & 7U, from_b = k.b_choice >> (4 * i) & 7U;
    auto value =
        static_cast<std::int32_t>(combine(k.step, element(both, from_a, bits, has(kSimdSignedA)),
                                          element(both, from_b, bits, has(kSimdSignedB))));
    if (has(kSimdClamp)) value = std::clamp(value, least, most);
    const std::uint32_t mask = ((1U << bits) - 1) << (i * bits);
    word = (word & ~mask) | (static_cast<std::uint32_t>(value) << (i * bits) & mask);
    sum += static_cast<std::uint32_t>(value);
  }
  return has(kAccumulate) ? sum : word;
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

/// The digits of `.b3210` or `.h32`, of which the last one is for the lowest element; `part` is
/// empty for the default. Each must be below `limit`.
std::vector<std::uint32_t> digits(const Builder& builder, std::string_view part, bool is_halves,
                                  std::uint32_t limit) {
  std::vector<std::uint32_t> result;
  if (part.empty()) return result;
  if (part.front() != (is_halves ? 'h' : 'b') || part.size() > 5)
    builder.unsupported("this choice of elements");
  for (std::size_t i = part.size(); i-- > 1;) {
    const auto digit = static_cast<std::uint32_t>(part[i] - '0');
    if (digit >= limit) builder.unsupported("this choice of elements");
    result.push_back(digit);
  }
  return result;
}

std::uint16_t choice(const Builder& builder, const ptx::Operand& operand, bool is_halves,
                     std::uint32_t first_default) {
  const std::uint32_t count = is_halves ? 2 : 4;
  const auto chosen = digits(builder, operand.name, is_halves, 2 * count);
  if (!chosen.empty() && chosen.size() != count) builder.unsupported("this choice of elements");
  std::uint32_t packed = 0;
  for (std::uint32_t i = 0; i < count; ++i)
    packed |= (chosen.empty() ? first_default + i : chosen[i]) << (4 * i);
  return static_cast<std::uint16_t>(packed);
}

std::uint8_t element_mask(const Builder& builder, const ptx::Operand& operand, bool is_halves) {
  const std::uint32_t count = is_halves ? 2 : 4;
  if (operand.name.empty()) return static_cast<std::uint8_t>((1U << count) - 1);
  std::uint32_t mask = 0;
  for (const std::uint32_t digit : digits(builder, operand.name, is_halves, count))
    mask |= 1U << digit;
  return static_cast<std::uint8_t>(mask);
}

}  // namespace

/// vadd2, vsub4, vset2 and the like; the opcode says which and how many elements.
void build_simd(Builder& builder) {
  std::string_view opcode = builder.instruction().opcode;
  const bool is_halves = opcode.back() == '2';
  opcode.remove_suffix(1);
  Simd k{};
  std::uint32_t flags = is_halves ? kHalves : 0;
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
    if (need_sign(builder)) flags |= kSimdSignedResult;
    if (builder.take("sat")) flags |= kSimdClamp;
  }
  if (need_sign(builder)) flags |= kSimdSignedA;
  if (need_sign(builder)) flags |= kSimdSignedB;
  if (builder.take("add")) flags |= kAccumulate;
  if ((flags & kSimdClamp) != 0 && (flags & kAccumulate) != 0) builder.unsupported("a clamped sum");
  k.flags = static_cast<std::uint8_t>(flags);
  k.elements = element_mask(builder, builder.operand(0), is_halves);
  k.a_choice = choice(builder, builder.operand(1), is_halves, 0);
  k.b_choice = choice(builder, builder.operand(2), is_halves, is_halves ? 2 : 4);
  const Slot a = builder.source(whole_register(builder.operand(1)), ptx::Type::b32);
  const Slot b = builder.source(whole_register(builder.operand(2)), ptx::Type::b32);
  const Slot c = builder.source(3, ptx::Type::b32);
  const Slot d = builder.destination(whole_register(builder.operand(0)), ptx::Type::b32);
  Operation& op = builder.emit(each_word<Simd, result_word>);
  op.d = d;
  op.a = a;
  op.b = b;
  op.c = c;
  op.set_form(k);
}

}  // namespace warpscope::exec::video
