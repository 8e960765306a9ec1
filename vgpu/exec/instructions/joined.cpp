#include "vgpu/exec/instructions/joined.h"

#include <array>
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
}

}  // namespace warpscope::exec
