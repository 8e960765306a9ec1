#include "vgpu/machine_code/function.h"

#include <algorithm>
#include <string_view>

#include "vgpu/machine_code/line_table.h"
#include "vgpu/ptx/elf_image.h"

namespace warpscope::machine_code {
namespace {

constexpr std::string_view kCodeSection = ".text.";

constexpr std::string_view kRoutine = "$__internal_";

/// Where a subroutine lies in the code of a function.
struct Part {
  std::string name;
  std::uint64_t first = 0, end = 0;  ///< bytes
  bool is_routine = false;
};

/// "$__internal_number_$name"; a kernel of a program may be called "__internal" as well.
bool is_of_toolkit(std::string_view symbol) {
  if (!symbol.starts_with(kRoutine)) return false;
  const std::size_t behind = symbol.find_first_not_of("0123456789", kRoutine.size());
  return behind != kRoutine.size() && behind != std::string_view::npos &&
         symbol.substr(behind).starts_with("_$");
}

/// ptxas has a symbol for each: "$kernel$function", and one of the toolkit's.
std::vector<Part> parts_of(const ptx::ElfImage& image, std::string_view section_name) {
  std::vector<Part> parts;
  for (const ptx::ElfSymbol& symbol : image.symbols()) {
    const bool is_here = symbol.section < image.sections().size() &&
                         image.sections()[symbol.section].name == section_name;
    const std::size_t second = symbol.name.find('$', 1);
    if (!is_here || !symbol.name.starts_with('$') || second == std::string_view::npos) continue;
    parts.push_back({std::string(symbol.name.substr(second + 1)), symbol.offset,
                     symbol.offset + symbol.size, is_of_toolkit(symbol.name)});
  }
  std::ranges::sort(parts, {}, &Part::first);
  return parts;
}

std::vector<MachineInstruction> decode_all(std::span<const std::byte> code,
                                           std::span<const LineRow> rows,
                                           std::uint32_t architecture) {
  std::vector<MachineInstruction> decoded;
  auto row = rows.begin();
  std::uint32_t number = 0;
  for (std::uint64_t at = 0; at + kInstructionBytes <= code.size(); at += kInstructionBytes) {
    for (; row != rows.end() && row->address <= at; ++row) number = row->line;
    decoded.push_back(decode(code.subspan(at).first<kInstructionBytes>(), at, architecture));
    decoded.back().ptx = number;
  }
  // Behind the code: a branch to itself, and nothing.
  while (!decoded.empty() && decoded.back().unit == Class::nothing) decoded.pop_back();
  const auto last = static_cast<std::int64_t>((decoded.size() - 1) * kInstructionBytes);
  if (!decoded.empty() && decoded.back().target == last) decoded.pop_back();
  while (!decoded.empty() && decoded.back().unit == Class::nothing) decoded.pop_back();
  return decoded;
}

bool ends_block(const MachineInstruction& instruction) {
  return instruction.unit == Class::branch || instruction.unit == Class::exit ||
         instruction.ends_reconvergence;
}

/// Which instruction is at a byte of the code; nothing where there is none.
std::optional<std::uint32_t> index_of(std::int64_t target, std::size_t count) {
  const auto bytes = static_cast<std::int64_t>(kInstructionBytes);
  if (target < 0 || target % bytes != 0 || target / bytes >= static_cast<std::int64_t>(count))
    return std::nullopt;
  return static_cast<std::uint32_t>(target / bytes);
}

/// The graph; nothing when a target is no instruction.
std::optional<std::vector<MachineBlock>> blocks_of(const std::vector<MachineInstruction>& code,
                                                   const std::vector<Part>& parts) {
  std::vector<bool> begins(code.size() + 1);
  begins[0] = true;
  for (const Part& part : parts) {
    if (const auto first = index_of(static_cast<std::int64_t>(part.first), code.size()))
      begins[*first] = true;
  }
  for (std::uint32_t i = 0; i < code.size(); ++i) {
    if (ends_block(code[i])) begins[i + 1] = true;
    if (!code[i].target) continue;
    const auto target = index_of(*code[i].target, code.size());
    if (!target) return std::nullopt;
    begins[*target] = true;
  }
  std::vector<MachineBlock> blocks;
  std::vector<std::uint32_t> block_at(code.size());
  for (std::uint32_t i = 0; i < code.size(); ++i) {
    if (begins[i]) blocks.push_back({i, i, {}, {}});
    blocks.back().end = i + 1;
    block_at[i] = static_cast<std::uint32_t>(blocks.size() - 1);
  }
  for (std::uint32_t number = 0; number < blocks.size(); ++number) {
    MachineBlock& block = blocks[number];
    const MachineInstruction& last = code[block.end - 1];
    if (last.unit == Class::branch && last.target)
      block.successors.push_back(block_at[*index_of(*last.target, code.size())]);
    const bool goes_on = (last.unit != Class::branch || last.is_conditional) &&
                         (last.unit != Class::exit || last.is_guarded);
    if (goes_on && number + 1 < blocks.size()) block.successors.push_back(number + 1);
    for (std::uint32_t i = block.first; i < block.end; ++i) {
      if (code[i].unit != Class::call) continue;
      Call& call = block.calls.emplace_back();
      call.instruction = i;
      if (code[i].target) call.callee = block_at[*index_of(*code[i].target, code.size())];
    }
  }
  return blocks;
}

void add_subroutines(MachineFunction& function, const std::vector<Part>& parts) {
  const auto block_from = [&](std::uint64_t bytes) {
    const auto found = std::ranges::lower_bound(function.blocks, bytes / kInstructionBytes, {},
                                                &MachineBlock::first);
    return static_cast<std::uint32_t>(found - function.blocks.begin());
  };
  for (const Part& part : parts) {
    const Subroutine subroutine{part.name, block_from(part.first), block_from(part.end),
                                part.is_routine};
    if (subroutine.first < subroutine.end) function.subroutines.push_back(subroutine);
  }
  for (MachineBlock& block : function.blocks) {
    for (Call& call : block.calls) {
      if (!call.callee) continue;
      const Subroutine* callee = function.subroutine_at(*call.callee);
      call.is_routine = callee != nullptr && callee->is_routine;
    }
  }
}

}  // namespace

bool MachineBlock::calls_routine() const { return std::ranges::any_of(calls, &Call::is_routine); }

const Subroutine* MachineFunction::subroutine_at(std::uint32_t block) const {
  const auto found = std::ranges::find(subroutines, block, &Subroutine::first);
  return found == subroutines.end() ? nullptr : &*found;
}

const Subroutine* MachineFunction::subroutine(std::string_view name) const {
  const auto found = std::ranges::find_if(
      subroutines, [&](const Subroutine& each) { return !each.is_routine && each.name == name; });
  return found == subroutines.end() ? nullptr : &*found;
}

bool repeats_swap(const MachineFunction& function, std::uint32_t block) {
  const MachineBlock& of = function.blocks[block];
  if (of.size() == 0) return false;
  const MachineInstruction& last = function.code[of.end - 1];
  const bool goes_back =
      last.unit == Class::branch && last.is_conditional &&
      std::ranges::any_of(of.successors, [&](std::uint32_t to) { return to <= block; });
  return goes_back && std::ranges::any_of(function.instructions(of), [&](const auto& swap) {
           return swap.ptx == last.ptx &&
                  (swap.unit == Class::shared_atomic || swap.unit == Class::global_atomic);
         });
}

std::map<std::string, MachineFunction> functions_of(std::span<const std::byte> cubin) {
  std::map<std::string, MachineFunction> functions;
  const ptx::ElfImage image(cubin);
  const auto tables = line_tables(image);
  for (const ptx::ElfSection& section : image.sections()) {
    if (!section.name.starts_with(kCodeSection)) continue;
    const auto rows = tables.find(section.name);
    if (rows == tables.end()) continue;
    MachineFunction function;
    function.code = decode_all(section.content, rows->second, image.architecture());
    if (function.code.empty() || std::ranges::any_of(function.code, [](const auto& instruction) {
          return instruction.ptx == 0;
        }))
      continue;
    const std::vector<Part> parts = parts_of(image, section.name);
    auto blocks = blocks_of(function.code, parts);
    if (!blocks) continue;
    function.blocks = std::move(*blocks);
    add_subroutines(function, parts);
    for (const Subroutine& routine : function.subroutines) {
      if (!routine.is_routine) continue;
      for (std::uint32_t block = routine.first; block < routine.end; ++block) {
        const MachineBlock& of = function.blocks[block];
        for (std::uint32_t i = of.first; i < of.end; ++i) function.code[i].ptx = 0;
      }
    }
    functions.emplace(section.name.substr(kCodeSection.size()), std::move(function));
  }
  return functions;
}

}  // namespace warpscope::machine_code
