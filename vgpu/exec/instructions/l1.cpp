#include "vgpu/exec/instructions/l1.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "vgpu/exec/access/l1_requests.h"
#include "vgpu/exec/instructions/control.h"
#include "vgpu/exec/machine/block.h"

namespace warpscope::exec::l1 {
namespace {

template <std::size_t N>
bool has_any(const ptx::Instruction& instruction, const std::array<std::string_view, N>& names) {
  return std::any_of(instruction.modifiers.begin(), instruction.modifiers.end(),
                     [&](std::string_view modifier) {
                       return std::find(names.begin(), names.end(), modifier) != names.end();
                     });
}

bool is_beyond_sm(const ptx::Instruction& instruction) {
  return has_any(instruction, std::array<std::string_view, 4>{"gl", "gpu", "sys", "cluster"});
}

const Operation* drop(WarpContext& c, const Operation* op) {
  if (c.active != 0 && c.block->l1 != nullptr) drop_l1(c);
  return op + 1;
}

}  // namespace

L1Use use_of(const ptx::Instruction& instruction) {
  constexpr std::array<std::string_view, 4> kPastL1{"volatile", "cg", "cv", "mmio"};
  constexpr std::array<std::string_view, 2> kScoped{"relaxed", "acquire"};
  if (has_any(instruction, kPastL1) || (has_any(instruction, kScoped) && is_beyond_sm(instruction)))
    return L1Use::bypassing;
  return has_any(instruction, std::array<std::string_view, 2>{"L1::no_allocate", "lu"})
             ? L1Use::not_allocating
             : L1Use::allocating;
}

void emit_drop_if_acquiring(Builder& builder) {
  constexpr std::array<std::string_view, 2> kAcquiring{"acquire", "acq_rel"};
  const ptx::Instruction& instruction = builder.instruction();
  if (has_any(instruction, kAcquiring) && is_beyond_sm(instruction)) builder.emit(drop);
}

/// fence and membar: nothing else is to be done, since memory is one here.
void build_fence(Builder& builder) {
  // Fences of other proxies, and of mbarriers, are about other memories.
  constexpr std::array<std::string_view, 4> kFull{"gl", "sys", "acq_rel", "sc"};
  const ptx::Instruction& instruction = builder.instruction();
  const bool drops = is_beyond_sm(instruction) &&
                     (has_any(instruction, kFull) || instruction.modifiers.size() == 1);
  control::build_nothing(builder);
  if (drops) builder.emit(drop);
}

}  // namespace warpscope::exec::l1
