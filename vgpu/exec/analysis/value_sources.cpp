#include "vgpu/exec/analysis/value_sources.h"

#include "vgpu/exec/analysis/liveness.h"
#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/analysis/modifiers.h"

namespace warpscope::exec {
namespace {

bool is_predicate(const ptx::Function& function, std::uint32_t reg) {
  return function.registers[reg].type == ptx::Type::pred;
}

std::uint32_t source_of(const ptx::Function& function, const std::vector<std::uint32_t>& sources,
                        const ptx::Operand& operand) {
  if (operand.kind == ptx::Operand::Kind::special) return source_of_special(operand.name);
  if (operand.kind == ptx::Operand::Kind::reg && !is_predicate(function, operand.index))
    return sources[operand.index];
  std::uint32_t all = 0;
  for (const ptx::Operand& element : operand.elements) all |= source_of(function, sources, element);
  return all;
}

std::uint32_t source_of_load(const ptx::Instruction& instruction, std::uint32_t of_address) {
  if (has_modifier(instruction, "param")) return 0;
  if (has_modifier(instruction, "local")) return ValueSource::kUnknown;
  const bool is_shared = has_modifier(instruction, "shared") ||
                         has_modifier(instruction, "shared::cta") ||
                         has_modifier(instruction, "volatile");
  if (is_shared) return ValueSource::kData;
  return of_address & (ValueSource::kPlace | ValueSource::kData) ? ValueSource::kData : of_address;
}

}  // namespace

std::uint32_t source_of_special(std::string_view name) {
  using S = ValueSource;
  const auto direction = name.ends_with(".x")   ? S::kX
                         : name.ends_with(".y") ? S::kY
                         : name.ends_with(".z") ? S::kZ
                                                : 0U;
  if (name.starts_with("tid.")) return S::kThread | direction;
  if (name.starts_with("ctaid.")) return S::kBlock | direction;
  if (name == "laneid" || name == "warpid" || name.starts_with("lanemask")) return S::kThread;
  if (name.starts_with("ntid.") || name.starts_with("nctaid.") || name == "WARP_SZ") return 0;
  return S::kUnknown;
}

std::vector<std::uint32_t> value_sources(const ptx::Function& function) {
  std::vector<std::uint32_t> sources(function.registers.size(), 0);
  bool is_changed = true;
  while (is_changed) {
    is_changed = false;
    for (const ptx::Instruction& instruction : function.body) {
      const Meaning& meaning = meaning_of(instruction);
      std::uint32_t source = 0;
      for (std::size_t i = 1; i < instruction.operands.size(); ++i)
        source |= source_of(function, sources, instruction.operands[i]);
      if (meaning.memory == Memory::load || meaning.memory == Memory::load_of_constants) {
        source = source_of_load(instruction, source);
      } else if (meaning.memory == Memory::call) {
        source = ValueSource::kUnknown;
      } else if (!meaning.is_pure) {
        source |= ValueSource::kData;
      }
      for_each_written(instruction, [&](std::uint32_t reg) {
        if (is_predicate(function, reg) || (sources[reg] | source) == sources[reg]) return;
        sources[reg] |= source;
        is_changed = true;
      });
    }
  }
  return sources;
}

}  // namespace warpscope::exec
