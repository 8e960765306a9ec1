#include "vgpu/exec/instructions/watched_sums.h"

#include <bit>
#include <cstddef>

#include "vgpu/exec/instructions/lane_flags.h"
#include "vgpu/exec/machine/block.h"

namespace warpscope::exec::watched_sums {
namespace {

struct SumForm {
  std::uint32_t line;  ///< index in BlockContext::sums
};

void note_small(SumWatch& watch, const WarpContext& c, const std::uint32_t* a,
                const std::uint32_t* b) {
  std::uint32_t magnitudes = 0, sums = 0;
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    const std::uint32_t mask = c.lane_mask[lane];
    const std::uint32_t sign_a = 0u - (a[lane] >> 31), sign_b = 0u - (b[lane] >> 31);
    magnitudes |= ((a[lane] ^ sign_a) | (b[lane] ^ sign_b)) & mask;
    sums += a[lane] + b[lane] != 0 ? mask & 1u : 0u;
  }
  watch.note(sums, magnitudes);
}

// a, b: what is added.
const Operation* note_sum(WarpContext& c, const Operation* op) {
  SumWatch& watch = c.block->sums[op->form<SumForm>().line];
  if (watch.is_over()) return op + 1;
  const auto* a = c.at<const std::uint32_t>(op->a);
  const auto* b = c.at<const std::uint32_t>(op->b);
  if (!watch.adds_up()) {
    note_small(watch, c, a, b);
    return op + 1;
  }
  alignas(32) std::uint32_t passed[kWarpSize];
  std::uint32_t any_passed = 0;
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    const std::uint32_t sum = a[lane] + b[lane];
    passed[lane] = (a[lane] ^ sum) & (b[lane] ^ sum) & c.lane_mask[lane];
    any_passed |= passed[lane];
  }
  if (any_passed >> 31 == 0) return op + 1;
  watch.is_told = true;
  const std::uint32_t lanes = pack_lane_flags(passed);
  const auto first = static_cast<std::size_t>(std::countr_zero(lanes));
  c.block->observers.tell(SumPastEnd{{c.warp_index, lanes},
                                     op->instruction,
                                     static_cast<std::int32_t>(a[first]),
                                     static_cast<std::int32_t>(b[first])});
  return op + 1;
}

}  // namespace

void emit_before(Builder& builder, std::uint32_t line) {
  const Slot a = builder.source(1, ptx::Type::u32), b = builder.source(2, ptx::Type::u32);
  Operation& op = builder.emit(note_sum);
  op.a = a;
  op.b = b;
  op.set_form(SumForm{line});
}

}  // namespace warpscope::exec::watched_sums
