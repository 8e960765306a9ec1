#include "vgpu/exec/instructions/joined.h"

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "vgpu/exec/analysis/liveness.h"
#include "vgpu/exec/instructions/bit_operators.h"
#include "vgpu/exec/instructions/integer_operators.h"
#include "vgpu/exec/instructions/lanes.h"

namespace warpscope::exec {
namespace {

using Word = std::uint32_t;

template <typename F>
constexpr Handler kOfWords = run_binary<F, Word, Word>;

/// Where not all lanes are active, each operation for itself.
template <typename First, typename Second>
const Operation* run_joined(WarpContext& c, const Operation* op) {
  if (!c.is_full()) [[unlikely]]
    return run_active<Binary<First, Word, Word, Word>>(c, op);
  const TwoPlaces<const Word, const Word> both(c, op, offsetof(Operation, a));
  const Word* a = both.first;
  const Word* b = both.second;
  Word* d = c.at<Word>(op[1].d);
  const Word* other = c.at<Word>(op[1].b);
#pragma GCC ivdep
  for (std::uint32_t i = 0; i < kWarpSize; ++i)
    d[i] = Second::apply(First::apply(a[i], b[i]), other[i]);
  return go_on(c, op + 2);
}

struct Pair {
  Handler first, second, joined;
};
template <typename First, typename Second>
constexpr Pair kPair{kOfWords<First>, kOfWords<Second>, run_joined<First, Second>};

using bits::And, bits::Or, bits::Shl, bits::Shr, bits::Xor;
/// The second one takes its operands in any order.
constexpr std::array kPairs{kPair<Shl, Xor>, kPair<Shl, Or>, kPair<Shl, And>,
                            kPair<Shr, Xor>, kPair<Shr, Or>, kPair<Shr, And>};

Handler joined_in(std::span<const Pair> pairs, const Operation& first, const Operation& second) {
  for (const Pair& pair : pairs) {
    if (pair.first == first.handler && pair.second == second.handler) return pair.joined;
  }
  return nullptr;
}

/// Three pairs, each of which shifts the result of the one before and mixes it with the same.
template <typename F1, typename F2, typename F3>
const Operation* run_three(WarpContext& c, const Operation* op) {
  if (!c.is_full()) [[unlikely]]
    return run_active<Binary<F1, Word, Word, Word>>(c, op);
  const Word* a = c.at<Word>(op->a);
  const Word* other = c.at<Word>(op[1].b);
  const Word *b1 = c.at<Word>(op->b), *b2 = c.at<Word>(op[2].b), *b3 = c.at<Word>(op[4].b);
  Word *d1 = c.at<Word>(op[1].d), *d2 = c.at<Word>(op[3].d), *d3 = c.at<Word>(op[5].d);
#pragma GCC ivdep
  for (std::uint32_t i = 0; i < kWarpSize; ++i) {
    const Word first = F1::apply(a[i], b1[i]) ^ other[i];
    const Word second = F2::apply(first, b2[i]) ^ first;
    d1[i] = first;
    d2[i] = second;
    d3[i] = F3::apply(second, b3[i]) ^ second;
  }
  return go_on(c, op + 6);
}

template <typename F1, typename F2>
constexpr std::array kThreeAfter{run_three<F1, F2, Shl>, run_three<F1, F2, Shr>};
/// By the directions of the three shifts.
constexpr std::array kThree{std::array{kThreeAfter<Shl, Shl>, kThreeAfter<Shl, Shr>},
                            std::array{kThreeAfter<Shr, Shl>, kThreeAfter<Shr, Shr>}};

/// 0 for a pair that shifts left, 1 for one that shifts right; nothing for other operations.
std::optional<std::size_t> direction(const Operation& operation) {
  if (operation.handler == kPair<Shl, Xor>.joined) return 0;
  if (operation.handler == kPair<Shr, Xor>.joined) return 1;
  return std::nullopt;
}

/// Whether the pair behind this one works on its result alone.
bool leads_on(const Operation* pair) {
  const Slot result = pair[1].d;
  return pair[2].a == result && pair[3].b == result;
}

/// The handler of three pairs in a row, where no amount is the result of one of them.
/// `first`: six operations.
Handler joined_three(const Operation* first) {
  const auto one = direction(first[0]), two = direction(first[2]), three = direction(first[4]);
  if (!one || !two || !three || !leads_on(first) || !leads_on(first + 2)) return nullptr;
  const bool shifts_by_result =
      first[2].b == first[1].d || first[4].b == first[1].d || first[4].b == first[3].d;
  return shifts_by_result ? nullptr : kThree.at(*one).at(*two).at(*three);
}

/// An offset and the address that is that far behind another one. Both are set.
template <typename First, typename Wide, typename A, typename B, typename Address>
const Operation* run_address(WarpContext& c, const Operation* op) {
  if (!c.is_full()) [[unlikely]]
    return run_active<Binary<First, Wide, A, B>>(c, op);
  const TwoPlaces<Wide, const A> da(c, op, offsetof(Operation, d));
  Wide* offset = da.first;
  const A* a = da.second;
  const B* b = c.at<B>(op->b);
  Address* address = c.at<Address>(op[1].d);
  const Address* base = c.at<Address>(op[1].b);
#pragma GCC ivdep
  for (std::uint32_t i = 0; i < kWarpSize; ++i) {
    const Wide value = First::apply(a[i], b[i]);
    offset[i] = value;
    address[i] = integer::Add::apply(static_cast<Address>(value), base[i]);
  }
  return go_on(c, op + 2);
}

template <typename First, typename Wide, typename A, typename B, typename Address>
constexpr Pair kAddress{run_binary<First, Wide, A, B>, run_binary<integer::Add, Address, Address>,
                        run_address<First, Wide, A, B, Address>};
using S32 = std::int32_t;
using S64 = std::int64_t;
using U64 = std::uint64_t;
constexpr std::array kAddresses{kAddress<integer::MulWide, S64, S32, S32, S64>,
                                kAddress<integer::MulWide, U64, Word, Word, S64>,
                                kAddress<bits::Shl, U64, U64, Word, S64>};

}  // namespace

void join_operations(std::span<Operation> operations, const ptx::Function& function,
                     std::uint32_t first_instruction) {
  std::vector<std::uint32_t> reads(function.registers.size(), 0);
  for (const auto& instruction : function.body)
    for_each_read_register(instruction, [&](std::uint32_t index) { ++reads[index]; });
  const auto is_read_once = [&](const Operation& operation) {
    const ptx::Operand& result =
        function.body.at(operation.instruction - first_instruction).operands.at(0);
    return result.kind == ptx::Operand::Kind::reg && reads[result.index] == 1;
  };
  for (std::size_t i = 0; i + 1 < operations.size(); ++i) {
    Operation& first = operations[i];
    Operation& second = operations[i + 1];
    if ((second.a == first.d) == (second.b == first.d)) continue;
    Handler handler = joined_in(kPairs, first, second);
    if (handler != nullptr && !is_read_once(first)) continue;
    if (handler == nullptr) handler = joined_in(kAddresses, first, second);
    if (handler == nullptr) continue;
    if (second.b == first.d) std::swap(second.a, second.b);
    first.handler = handler;
  }
  constexpr std::size_t kOperations = 6;
  for (std::size_t i = 0; i + kOperations <= operations.size(); ++i) {
    const Handler handler = joined_three(&operations[i]);
    if (handler == nullptr) continue;
    operations[i].handler = handler;
    i += kOperations - 1;
  }
}

}  // namespace warpscope::exec
