#include "vgpu/exec/instructions/joined.h"

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "vgpu/exec/analysis/liveness.h"
#include "vgpu/exec/instructions/bit_operators.h"
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

Handler joined(const Operation& first, const Operation& second) {
  for (const Pair& pair : kPairs) {
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

}  // namespace

void join_operations(std::span<Operation> operations, const ptx::Function& function,
                     std::uint32_t first_instruction) {
  std::vector<std::uint32_t> reads(function.registers.size(), 0);
  for (const auto& instruction : function.body)
    for_each_read_register(instruction, [&](std::uint32_t index) { ++reads[index]; });
  for (std::size_t i = 0; i + 1 < operations.size(); ++i) {
    Operation& first = operations[i];
    Operation& second = operations[i + 1];
    const Handler handler = joined(first, second);
    if (handler == nullptr || (second.a == first.d) == (second.b == first.d)) continue;
    const ptx::Operand& result =
        function.body.at(first.instruction - first_instruction).operands.at(0);
    if (result.kind != ptx::Operand::Kind::reg || reads[result.index] != 1) continue;
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
