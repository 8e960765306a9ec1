// Extended-precision integer arithmetic, PTX ISA manual section 9.7.2. The carry is a predicate of
// its own: one bit for each lane.

#include "vgpu/exec/instructions/carry.h"

#include "vgpu/exec/instructions/emit.h"
#include "vgpu/exec/instructions/lanes.h"

namespace warpscope::exec::carry {
namespace {

__extension__ using U128 = unsigned __int128;

/// A lane's result and the carry that it leaves.
template <typename T>
struct Result {
  T value;
  bool carry;
};

template <typename T>
Result<T> add(T a, T b, bool carry_in) {
  const T sum = a + b;
  const T result = sum + (carry_in ? 1 : 0);
  return {result, sum < a || result < sum};
}
// The hardware subtracts by adding the complement, and what it keeps is that sum's carry: true when
// nothing is borrowed. The manual speaks of a borrow, but nvcc's own division of 128 bits reads the
// flag of a subc.cc with an addc.
template <typename T>
Result<T> sub(T a, T b, bool carry_in) {
  const T difference = a - b;
  const T result = difference - (carry_in ? 0 : 1);
  return {result, a >= b && difference >= result};
}

template <typename T, bool kSigned>
T high_half(T a, T b) {
  if constexpr (sizeof(T) == 4) {
    return kSigned ? static_cast<T>(
                         static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(a)} *
                                                    static_cast<std::int32_t>(b)) >>
                         32)
                   : static_cast<T>(std::uint64_t{a} * b >> 32);
  } else {
    T result = static_cast<T>(static_cast<U128>(a) * b >> 64);
    if (kSigned && static_cast<std::int64_t>(a) < 0) result -= b;
    if (kSigned && static_cast<std::int64_t>(b) < 0) result -= a;
    return result;
  }
}

enum class Kind : std::uint8_t { add, sub, mad_low, mad_high_signed, mad_high_unsigned };

struct CarryForm {
  Slot carry;
};

/// kIn and kOut say whether the carry is read and written.
template <typename T, Kind kKind, bool kIn, bool kOut>
const Operation* run(WarpContext& c, const Operation* op) {
  T* d = c.at<T>(op->d);
  const T* a = c.at<T>(op->a);
  const T* b = c.at<T>(op->b);
  const T* e = op->c == kNoSlot ? a : c.at<T>(op->c);
  std::uint32_t& carry = c.predicate(op->form<CarryForm>().carry);
  const std::uint32_t old = carry;
  std::uint32_t left = 0;
  for (std::uint32_t i = 0; i < kWarpSize; ++i) {
    const bool in = kIn ? (old >> i & 1u) != 0 : kKind == Kind::sub;
    Result<T> result{};
    if constexpr (kKind == Kind::add) result = add(a[i], b[i], in);
    if constexpr (kKind == Kind::sub) result = sub(a[i], b[i], in);
    if constexpr (kKind == Kind::mad_low) result = add(static_cast<T>(a[i] * b[i]), e[i], in);
    if constexpr (kKind == Kind::mad_high_signed)
      result = add(high_half<T, true>(a[i], b[i]), e[i], in);
    if constexpr (kKind == Kind::mad_high_unsigned)
      result = add(high_half<T, false>(a[i], b[i]), e[i], in);
    left |= (result.carry ? 1u : 0u) << i;
    d[i] = c.lane_mask[i] != 0 ? result.value : d[i];
  }
  if (kOut) carry = (old & ~c.active) | (left & c.active);
  return op + 1;
}

template <Kind kKind>
Handler handler(ptx::Type type, bool in, bool out) {
  const auto choose = [&]<typename T>(T) -> Handler {
    if (in) return out ? run<T, kKind, true, true> : run<T, kKind, true, false>;
    return run<T, kKind, false, true>;
  };
  switch (type) {
    case ptx::Type::u32:
    case ptx::Type::s32:
      return choose(std::uint32_t{});
    case ptx::Type::u64:
    case ptx::Type::s64:
      return choose(std::uint64_t{});
    default:
      return nullptr;
  }
}

void set_carry(Builder& builder) {
  builder.kernel().operations.back().set_form(CarryForm{builder.carry()});
}

template <Kind kKind>
void build_sum(Builder& builder, ptx::Type type, bool in, bool out) {
  emit_binary(builder, handler<kKind>(type, in, out), type);
  set_carry(builder);
}

void build_product(Builder& builder, ptx::Type type, bool in, bool out) {
  Handler choice = nullptr;
  if (builder.take("hi")) {
    choice = ptx::is_signed(type) ? handler<Kind::mad_high_signed>(type, in, out)
                                  : handler<Kind::mad_high_unsigned>(type, in, out);
  } else if (builder.take("lo")) {
    choice = handler<Kind::mad_low>(type, in, out);
  }
  emit_ternary(builder, choice, type);
  set_carry(builder);
}

}  // namespace

bool build_add_cc(Builder& builder, ptx::Type type) {
  if (!builder.take("cc")) return false;
  build_sum<Kind::add>(builder, type, false, true);
  return true;
}
bool build_sub_cc(Builder& builder, ptx::Type type) {
  if (!builder.take("cc")) return false;
  build_sum<Kind::sub>(builder, type, false, true);
  return true;
}
bool build_mad_cc(Builder& builder, ptx::Type type) {
  if (!builder.take("cc")) return false;
  build_product(builder, type, false, true);
  return true;
}
void build_addc(Builder& builder) {
  const bool out = builder.take("cc");
  build_sum<Kind::add>(builder, builder.need_type(), true, out);
}
void build_subc(Builder& builder) {
  const bool out = builder.take("cc");
  build_sum<Kind::sub>(builder, builder.need_type(), true, out);
}
void build_madc(Builder& builder) {
  const bool out = builder.take("cc");
  build_product(builder, builder.need_type(), true, out);
}

}  // namespace warpscope::exec::carry
