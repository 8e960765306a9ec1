#include "vgpu/timing/machine_instructions.h"

#include <algorithm>
#include <chrono>
#include <span>
#include <unordered_map>
#include <utility>
#include <variant>

#include "vgpu/exec/program/program.h"
#include "vgpu/exec/trace/trace_reader.h"
#include "vgpu/machine_code/ptxas.h"
#include "vgpu/machine_code/walk.h"

namespace warpscope::timing {
namespace {

using machine_code::MachineBlock;
using machine_code::MachineFunction;

constexpr std::chrono::seconds kLongestAssembly{60};

/// Whether the code could have called a routine that the walk has not: it came to the question, and
/// an operand's value decides.
bool may_have_called(const MachineFunction& function, const machine_code::Issued& issued) {
  for (std::size_t number = 0; number < function.blocks.size(); ++number) {
    if (issued.warps[number] == 0) continue;
    for (const std::uint32_t next : function.blocks[number].successors) {
      if (function.blocks[next].callee && issued.warps[next] == 0) return true;
    }
  }
  return false;
}

/// How often a warp asks an mbarrier depends on time. Of functions that are called the walk knows
/// where they were called, not how.
bool depends_on_time_or_calls(std::span<const machine_code::PtxBlock> blocks) {
  const auto asks = [](const ptx::Instruction& instruction) {
    return instruction.opcode == "mbarrier" && !instruction.modifiers.empty() &&
           (instruction.modifiers.front() == "try_wait" ||
            instruction.modifiers.front() == "test_wait");
  };
  return std::ranges::any_of(blocks, [&](const machine_code::PtxBlock& block) {
    return !block.function->is_entry ||
           std::ranges::any_of(
               std::span(block.function->body).subspan(block.first, block.end - block.first), asks);
  });
}

/// Warps by the way that they went: most of a launch go the same one.
class Ways {
 public:
  explicit Ways(machine_code::Walk& walk) : walk_(walk) {}
  void add(const std::vector<machine_code::PtxEntry>& entries) {
    constexpr std::size_t kMostEntries = 1 << 20;
    const auto [found, is_new] = ways_.try_emplace(entries, 0);
    ++found->second;
    if (is_new) entries_ += entries.size();
    if (entries_ > kMostEntries) finish();
  }
  void finish() {
    for (const auto& [entries, count] : ways_) walk_.warps(entries, count);
    ways_.clear();
    entries_ = 0;
  }

 private:
  struct Hash {
    std::size_t operator()(const std::vector<machine_code::PtxEntry>& entries) const {
      std::uint64_t hash = entries.size();
      for (const auto& [block, lanes] : entries)
        hash = (hash ^ (std::uint64_t{block} << 32 | lanes)) * 0x9E3779B97F4A7C15ULL;
      return hash;
    }
  };
  machine_code::Walk& walk_;
  std::unordered_map<std::vector<machine_code::PtxEntry>, std::uint64_t, Hash> ways_;
  std::size_t entries_ = 0;
};

IssuedInstructions sum_of(const MachineFunction& function, const machine_code::Issued& issued) {
  using enum record::Certainty;
  IssuedInstructions sum;
  for (std::size_t number = 0; number < function.blocks.size(); ++number) {
    sum.warps += issued.warps[number] * function.blocks[number].size();
    sum.threads += issued.threads[number] * function.blocks[number].size();
  }
  if (may_have_called(function, issued)) sum.certainty = at_least;
  if (issued.lost != 0 || issued.repeated != 0) sum.certainty = about;
  return sum;
}

}  // namespace

MachineInstructions::MachineInstructions(std::shared_ptr<const exec::Program> program,
                                         const std::filesystem::path& ptxas,
                                         const std::string& architecture)
    : program_(std::move(program)), numbers_(program_->module()) {
  if (const auto text = machine_code::numbered_text(program_->module(), numbers_))
    functions_ = machine_code::functions_of(
        machine_code::assemble(ptxas, *text, architecture, kLongestAssembly));
}

const MachineInstructions::Matched& MachineInstructions::matched(const std::string& name) {
  const auto [found, is_new] = matched_.try_emplace(name);
  const auto function = functions_.find(name);
  if (!is_new || function == functions_.end()) return found->second;
  const exec::Kernel& kernel = program_->kernel(name, exec::KernelUse::plain, true);
  std::vector<machine_code::PtxBlock> blocks;
  for (const exec::BasicBlock& block : kernel.blocks) {
    const exec::LoweredFunction& owner = kernel.function_of(block.first);
    blocks.push_back({owner.function, block.first - owner.first_instruction,
                      block.end - owner.first_instruction});
  }
  found->second = {&function->second, machine_code::match(function->second, numbers_, blocks),
                   depends_on_time_or_calls(blocks)};
  return found->second;
}

std::optional<IssuedInstructions> MachineInstructions::count(const std::string& name,
                                                             const exec::LaunchTrace& trace) {
  const Matched& known = matched(name);
  if (known.function == nullptr || !trace.is_complete()) return std::nullopt;
  const exec::Kernel& kernel = program_->kernel(name, exec::KernelUse::plain, true);
  machine_code::Walk walk(*known.function, known.blocks);
  Ways ways(walk);
  std::vector<machine_code::PtxEntry> entries;
  std::map<std::uint32_t, std::uint64_t> swaps;  // of shared atomics, by instruction of the kernel
  for (const auto& [number, block] : trace.blocks()) {
    for (std::size_t warp = 0; warp < block.warp_end.size(); ++warp) {
      entries.clear();
      exec::TraceReader reader(block.warp(warp));
      for (auto record = reader.next(); record; record = reader.next()) {
        if (const auto* entry = std::get_if<exec::BlockEntry>(&*record))
          entries.push_back({entry->block, entry->lanes});
        const auto* access = std::get_if<exec::TracedAccess>(&*record);
        if (access == nullptr) continue;
        const exec::AccessSite& site = trace.sites()[access->site];
        if (site.kind == exec::AccessSite::Kind::shared_atomic)
          swaps[site.instruction] += access->counts.instructions;
      }
      ways.add(entries);
    }
  }
  ways.finish();
  for (const auto& [instruction, count] : swaps) {
    const exec::LoweredFunction& owner = kernel.function_of(instruction);
    walk.repeat_atomic(numbers_.number(*owner.function, instruction - owner.first_instruction),
                       count);
  }
  IssuedInstructions sum = sum_of(*known.function, walk.issued());
  if (known.depends_on_time) sum.certainty = record::Certainty::about;
  return sum;
}

}  // namespace warpscope::timing
