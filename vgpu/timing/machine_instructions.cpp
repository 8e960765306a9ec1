#include "vgpu/timing/machine_instructions.h"

#include <algorithm>
#include <span>
#include <unordered_map>
#include <utility>
#include <variant>

#include "vgpu/exec/program/kernel.h"
#include "vgpu/exec/trace/trace_reader.h"
#include "vgpu/machine_code/walk.h"

namespace warpscope::timing {
namespace {

using machine_code::MachineBlock;
using machine_code::MachineFunction;

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

std::optional<IssuedInstructions> count_instructions(const MachineKernel& of,
                                                     const exec::LaunchTrace& trace) {
  if (!trace.is_complete()) return std::nullopt;
  machine_code::Walk walk(*of.function, of.blocks);
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
    walk.repeat_atomic(of.ptx_number(instruction), count);
  }
  IssuedInstructions sum = sum_of(*of.function, walk.issued());
  if (of.depends_on_time) sum.certainty = record::Certainty::about;
  return sum;
}

}  // namespace warpscope::timing
