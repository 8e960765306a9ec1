#include "vgpu/machine_code/function.h"

#include <algorithm>
#include <string_view>

#include "vgpu/machine_code/line_table.h"
#include "vgpu/ptx/elf_image.h"

namespace warpscope::machine_code {
namespace {

constexpr std::string_view kCodeSection = ".text.";

std::vector<MachineInstruction> decode_all(std::span<const std::byte> code,
                                           std::span<const LineRow> rows) {
  std::vector<MachineInstruction> decoded;
  auto row = rows.begin();
  std::uint32_t number = 0;
  for (std::uint64_t at = 0; at + kInstructionBytes <= code.size(); at += kInstructionBytes) {
    for (; row != rows.end() && row->address <= at; ++row) number = row->line;
    decoded.push_back(decode(code.subspan(at).first<kInstructionBytes>(), at));
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
std::optional<std::vector<MachineBlock>> blocks_of(const std::vector<MachineInstruction>& code) {
  std::vector<bool> begins(code.size() + 1);
  begins[0] = true;
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
      if (code[i].unit == Class::call && code[i].target)
        block.callee = block_at[*index_of(*code[i].target, code.size())];
    }
  }
  return blocks;
}

}  // namespace

std::map<std::string, MachineFunction> functions_of(std::span<const std::byte> cubin) {
  std::map<std::string, MachineFunction> functions;
  const ptx::ElfImage image(cubin);
  const auto tables = line_tables(image);
  for (const ptx::ElfSection& section : image.sections()) {
    if (!section.name.starts_with(kCodeSection)) continue;
    const auto rows = tables.find(section.name);
    if (rows == tables.end()) continue;
    MachineFunction function;
    function.code = decode_all(section.content, rows->second);
    if (function.code.empty() || std::ranges::any_of(function.code, [](const auto& instruction) {
          return instruction.ptx == 0;
        }))
      continue;
    auto blocks = blocks_of(function.code);
    if (!blocks) continue;
    function.blocks = std::move(*blocks);
    functions.emplace(section.name.substr(kCodeSection.size()), std::move(function));
  }
  return functions;
}

}  // namespace warpscope::machine_code
