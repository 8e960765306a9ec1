#include "vgpu/exec/analysis/access_ranges.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "vgpu/exec/analysis/liveness.h"
#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/analysis/modifiers.h"
#include "vgpu/ptx/types.h"

namespace warpscope::exec {
namespace {

constexpr auto kSpecial = std::to_array<std::string_view>(
    {"tid.x",   "tid.y",       "tid.z",       "ntid.x",      "ntid.y",      "ntid.z",     "ctaid.x",
     "ctaid.y", "ctaid.z",     "nctaid.x",    "nctaid.y",    "nctaid.z",    "laneid",     "warpid",
     "nwarpid", "lanemask_eq", "lanemask_le", "lanemask_lt", "lanemask_ge", "lanemask_gt"});

template <typename List>
bool is_among(const List& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

template <typename Predicate>
bool any_operand(const ptx::Operand& operand, const Predicate& predicate) {
  return predicate(operand) ||
         std::any_of(operand.elements.begin(), operand.elements.end(),
                     [&](const ptx::Operand& element) { return any_operand(element, predicate); });
}

bool is_access(const ptx::Instruction& instruction) {
  const Memory memory = meaning_of(instruction).memory;
  return memory == Memory::load || memory == Memory::store;
}

bool is_block_barrier(const ptx::Instruction& instruction) {
  return meaning_of(instruction).memory == Memory::barrier &&
         (has_modifier(instruction, "sync") || has_modifier(instruction, "warp"));
}

class RangeFinder {
 public:
  RangeFinder(const ptx::Function& function, const std::vector<FlowBlock>& blocks,
              const std::vector<bool>& unset)
      : function_(function),
        values_(find_index_values(function, UpperLimits(function, blocks), unset)),
        is_loaded_(function.registers.size(), false) {}

  std::optional<AccessRanges> run() {
    if (!are_all_known()) return std::nullopt;
    follow_loaded();
    for (const ptx::Instruction& instruction : function_.body) {
      if (is_steered_by_loaded(instruction)) return std::nullopt;
      if (is_access(instruction) && !add_access(instruction)) return std::nullopt;
    }
    result_.sums = std::move(values_.sums);
    return std::move(result_);
  }

 private:
  bool are_all_known() const {
    return std::all_of(
        function_.body.begin(), function_.body.end(), [](const ptx::Instruction& instruction) {
          const auto is_other_special = [](const ptx::Operand& operand) {
            return operand.kind == ptx::Operand::Kind::special && !is_among(kSpecial, operand.name);
          };
          const Meaning& meaning = meaning_of(instruction);
          const bool is_known = is_access(instruction) ||
                                (meaning.is_pure && !has_modifier(instruction, "cc")) ||
                                meaning.flow == Flow::branch || meaning.flow == Flow::leave ||
                                meaning.flow == Flow::exit || is_block_barrier(instruction);
          return is_known && std::none_of(instruction.operands.begin(), instruction.operands.end(),
                                          [&](const ptx::Operand& operand) {
                                            return any_operand(operand, is_other_special);
                                          });
        });
  }

  bool names_loaded(const ptx::Operand& operand) const {
    return any_operand(operand, [this](const ptx::Operand& part) {
      return part.kind == ptx::Operand::Kind::reg && is_loaded_[part.index];
    });
  }

  // Registers that hold something made of what was loaded from memory.
  void follow_loaded() {
    bool is_changed = true;
    while (is_changed) {
      is_changed = false;
      for (const ptx::Instruction& instruction : function_.body) {
        const bool is_load =
            meaning_of(instruction).memory == Memory::load && !has_modifier(instruction, "param");
        if (!is_load &&
            !std::any_of(instruction.operands.begin(), instruction.operands.end(),
                         [this](const ptx::Operand& operand) { return names_loaded(operand); }))
          continue;
        for_each_written(instruction, [&](std::uint32_t reg) {
          is_changed = is_changed || !is_loaded_[reg];
          is_loaded_[reg] = true;
        });
      }
    }
  }

  bool is_steered_by_loaded(const ptx::Instruction& instruction) const {
    if (instruction.guard && is_loaded_[instruction.guard->index]) return true;
    const bool is_barrier = is_block_barrier(instruction);
    return std::any_of(instruction.operands.begin(), instruction.operands.end(),
                       [&](const ptx::Operand& operand) {
                         return (is_barrier || operand.kind == ptx::Operand::Kind::address) &&
                                names_loaded(operand);
                       });
  }

  // False for an access of global memory of which not enough is known.
  bool add_access(const ptx::Instruction& instruction) {
    if (has_modifier(instruction, "param") || has_modifier(instruction, "shared") ||
        has_modifier(instruction, "shared::cta") || has_modifier(instruction, "local"))
      return true;
    const bool is_store = meaning_of(instruction).memory == Memory::store;
    if (!has_modifier(instruction, "global") || has_modifier(instruction, "async") ||
        instruction.modifiers.empty() || instruction.operands.size() < 2)
      return false;
    const ptx::Operand& address = instruction.operands[is_store ? 0 : 1];
    const auto type = ptx::parse_type(instruction.modifiers.back());
    if (!type || address.kind != ptx::Operand::Kind::address || address.elements.size() != 1 ||
        address.elements[0].kind != ptx::Operand::Kind::reg)
      return false;
    AccessRange access;
    access.address = values_.registers[address.elements[0].index];
    if (access.address.kind == IndexValue::Kind::parameter) {
      access.address.kind = IndexValue::Kind::address;
      access.address.scale = 0;
    }
    if (access.address.kind != IndexValue::Kind::address ||
        (access.address.is_strided && !access.address.limit))
      return false;
    access.address.offset += static_cast<std::int64_t>(address.bits);
    const std::uint32_t length = has_modifier(instruction, "v2")   ? 2
                                 : has_modifier(instruction, "v4") ? 4
                                 : has_modifier(instruction, "v8") ? 8
                                                                   : 1;
    access.size_bytes = ptx::size_bytes(*type) * length;
    access.is_store = is_store;
    result_.accesses.push_back(access);
    return true;
  }

  const ptx::Function& function_;
  IndexValues values_;
  std::vector<bool> is_loaded_;
  AccessRanges result_;
};

}  // namespace

std::optional<AccessRanges> find_access_ranges(const ptx::Function& function,
                                               const std::vector<FlowBlock>& blocks,
                                               const std::vector<bool>& unset) {
  return RangeFinder(function, blocks, unset).run();
}

}  // namespace warpscope::exec
