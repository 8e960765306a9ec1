#include "vgpu/timing/machine_instructions.h"

#include <algorithm>
#include <span>
#include <unordered_map>
#include <utility>
#include <variant>

#include "arch/multiprocessor.h"
#include "vgpu/exec/program/kernel.h"
#include "vgpu/exec/trace/trace_reader.h"
#include "vgpu/machine_code/walk.h"

namespace warpscope::timing {
namespace {

using machine_code::MachineBlock;
using machine_code::MachineFunction;

constexpr std::uint16_t kSavesBarrier = 0x355;  // BMOV

/// Whether the code could have called a routine that the walk has not: it came to the question, and
/// an operand's value decides that execution does not tell.
bool may_have_called(const MachineKernel& of, const machine_code::Issued& issued) {
  const MachineFunction& function = *of.function;
  if (of.untold.empty()) return false;
  for (std::size_t number = 0; number < function.blocks.size(); ++number) {
    if (issued.warps[number] == 0) continue;
    for (const std::uint32_t next : function.blocks[number].successors) {
      const MachineBlock& block = function.blocks[next];
      if (issued.warps[next] == 0 && std::ranges::any_of(block.calls, [&](const auto& call) {
            return call.is_routine && of.untold.contains(function.code[call.instruction].ptx);
          }))
        return true;
    }
  }
  return false;
}

/// What the walk is told of a warp.
struct Way {
  std::vector<machine_code::PtxEntry> entries;
  std::vector<machine_code::RareOperands> rare;
  bool operator==(const Way&) const = default;
};

/// Warps by the way that they went: most of a launch go the same one.
class Ways {
 public:
  explicit Ways(machine_code::Walk& walk) : walk_(walk) {}
  void add(const Way& way) {
    constexpr std::size_t kMostEntries = 1 << 20;
    const auto [found, is_new] = ways_.try_emplace(way, 0);
    ++found->second;
    if (is_new) entries_ += way.entries.size() + way.rare.size();
    if (entries_ > kMostEntries) finish();
  }
  void finish() {
    for (const auto& [way, count] : ways_) walk_.warps(way.entries, way.rare, count);
    ways_.clear();
    entries_ = 0;
  }

 private:
  struct Hash {
    std::size_t operator()(const Way& way) const {
      std::uint64_t hash = way.entries.size();
      const auto mix = [&](std::uint32_t high, std::uint32_t low) {
        hash = (hash ^ (std::uint64_t{high} << 32 | low)) * 0x9E3779B97F4A7C15ULL;
      };
      for (const auto& [block, lanes] : way.entries) mix(block, lanes);
      for (const machine_code::RareOperands& rare : way.rare) {
        mix(rare.ptx, rare.lanes);
        mix(rare.entry, rare.instructions);
      }
      return hash;
    }
  };
  machine_code::Walk& walk_;
  std::unordered_map<Way, std::uint64_t, Hash> ways_;
  std::size_t entries_ = 0;
};

IssuedInstructions sum_of(const MachineKernel& of, const machine_code::Issued& issued) {
  using enum record::Certainty;
  const MachineFunction& function = *of.function;
  IssuedInstructions sum;
  bool has_swaps = false;
  bool is_possible = true;  // all threads of a block are in its warps
  for (std::size_t number = 0; number < function.blocks.size(); ++number) {
    const std::uint64_t most_threads = issued.warps[number] * arch::kWarpThreads;
    is_possible = is_possible && issued.threads[number] <= most_threads;
    has_swaps =
        has_swaps || (issued.warps[number] != 0 && machine_code::repeats_swap(function, number));
    sum.warps += issued.warps[number] * function.blocks[number].size();
    sum.threads += std::min(issued.threads[number], most_threads) * function.blocks[number].size();
  }
  sum.warps += issued.further_instructions;
  if (may_have_called(of, issued)) sum.certainty = at_least;
  // Functions that save a register of BSSY issue an instruction more at times; why is not known.
  const bool saves_barriers = std::ranges::any_of(
      function.code, [](const auto& instruction) { return instruction.opcode == kSavesBarrier; });
  if (saves_barriers) sum.certainty = about;
  if (issued.lost != 0 || issued.repeated != 0 || issued.uncertain != 0 || !is_possible ||
      has_swaps)
    sum.certainty = about;
  return sum;
}

}  // namespace

std::optional<IssuedInstructions> count_instructions(const MachineKernel& of,
                                                     const exec::LaunchTrace& trace) {
  if (!trace.is_complete()) return std::nullopt;
  machine_code::Walk walk(*of.function, of.blocks);
  Ways ways(walk);
  Way way;
  std::map<std::uint32_t, std::uint64_t> swaps;  // of shared atomics, by instruction of the kernel
  for (const auto& [number, block] : trace.blocks()) {
    for (std::size_t warp = 0; warp < block.warp_end.size(); ++warp) {
      way.entries.clear();
      way.rare.clear();
      exec::TraceReader reader(block.warp(warp));
      for (auto record = reader.next(); record; record = reader.next()) {
        if (const auto* entry = std::get_if<exec::BlockEntry>(&*record))
          way.entries.push_back({entry->block, entry->lanes});
        if (const auto* rare = std::get_if<exec::RareOperandsRecord>(&*record))
          way.rare.push_back(of.rare(*rare, static_cast<std::uint32_t>(way.entries.size()) - 1));
        const auto* access = std::get_if<exec::TracedAccess>(&*record);
        if (access == nullptr) continue;
        const exec::AccessSite& site = trace.sites()[access->site];
        if (site.kind == exec::AccessSite::Kind::shared_atomic)
          swaps[site.instruction] += access->counts.instructions;
      }
      ways.add(way);
    }
  }
  ways.finish();
  for (const auto& [instruction, count] : swaps) {
    walk.repeat_atomic(of.ptx_number(instruction), count);
  }
  IssuedInstructions sum = sum_of(of, walk.issued());
  if (of.depends_on_time) sum.certainty = record::Certainty::about;
  return sum;
}

}  // namespace warpscope::timing
