#include "vgpu/exec/patterns/repeated_loads.h"

#include <algorithm>
#include <bit>

#include "vgpu/exec/analysis/liveness.h"
#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/analysis/value_sources.h"
#include "vgpu/exec/patterns/watched_patterns.h"

namespace warpscope::exec::patterns {
namespace {

constexpr std::uint64_t kBlocks = 2;
// Of a line. The first ones tell as much, and a block that loads more takes long enough.
constexpr std::uint64_t kMostLoads = std::uint64_t{1} << 16;

/// Whether the address of a load is made of what it has loaded before, as in a walk along pointers.
bool leads_on_to_itself(const ptx::Function& function, const ptx::Instruction& load) {
  std::vector<bool> is_seen(function.registers.size(), false);
  std::vector<std::uint32_t> open;
  const auto visit = [&](std::uint32_t reg) {
    if (!is_seen[reg]) open.push_back(reg);
    is_seen[reg] = true;
  };
  for_each_read_register(load, visit);
  while (!open.empty()) {
    const std::uint32_t reg = open.back();
    open.pop_back();
    for (const ptx::Instruction& each : function.body) {
      bool sets = false;
      for_each_written(each, [&](std::uint32_t written) { sets |= written == reg; });
      if (!sets) continue;
      if (&each == &load) return true;
      if (meaning_of(each).memory == Memory::none) for_each_read_register(each, visit);
    }
  }
  return false;
}

}  // namespace

bool RepeatedLoads::is_led_by_data(std::uint32_t instruction) {
  const auto [found, is_new] = is_led_.try_emplace(instruction, false);
  if (!is_new) return found->second;
  const ptx::Function& function = *kernel_.function_of(instruction).function;
  const ptx::Instruction& load = kernel_.instruction(instruction);
  const std::vector<std::uint32_t> sources = value_sources(function);
  bool is_of_data = leads_on_to_itself(function, load);
  for (const ptx::Operand& operand : load.operands) {
    if (operand.kind != ptx::Operand::Kind::address) continue;
    for (const ptx::Operand& element : operand.elements) {
      if (element.kind == ptx::Operand::Kind::reg)
        is_of_data = is_of_data || (sources[element.index] & ValueSource::kData) != 0;
    }
  }
  return found->second = is_of_data;
}

void RepeatedLoads::begin_block(std::uint64_t number) {
  is_open_ = number < kBlocks;
  for (Line& line : lines_) {
    line.distinct_before += line.distinct.size();
    line.distinct.clear();
    line.last.clear();
  }
}

RepeatedLoads::Line& RepeatedLoads::line_of(std::uint32_t instruction) {
  const auto [found, is_new] = number_of_instruction_.try_emplace(instruction, 0);
  if (is_new) {
    const SourceLine where = attribute(program_, *kernel_.function_of(instruction).function,
                                       kernel_.instruction(instruction));
    const auto [line, is_new_line] = number_of_line_.try_emplace(where, lines_.size());
    if (is_new_line) lines_.push_back({where, 0, {}, 0, {}});
    found->second = line->second;
  }
  return lines_[found->second];
}

// A lane that loads the same place once more does so because the compiler could not keep it in a
// register: shared memory is no answer to that. Lanes that load one place together share it.
void RepeatedLoads::count(const AccessEvent& event) {
  if (event.ordering != Ordering::weak) return;  // a flag that is polled, not data
  if (is_led_by_data(event.instruction)) return;
  Line& line = line_of(event.instruction);
  if (line.loads >= kMostLoads) return;
  std::array<std::uint64_t, 32>& last = line.last[event.warp];
  bool is_elsewhere = false;
  std::array<std::uint64_t, 32> places{};
  auto* end = places.data();
  for (std::uint32_t rest = event.lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
    const std::uint64_t address = event.addresses[lane];
    is_elsewhere = is_elsewhere || last[lane] != address;
    last[lane] = address;
    *end++ = address;
  }
  if (!is_elsewhere) return;
  std::sort(places.data(), end);
  end = std::unique(places.data(), end);
  line.loads += static_cast<std::uint64_t>(end - places.data());
  line.distinct.insert(places.data(), end);
}

void RepeatedLoads::add_to(std::vector<PatternCount>& patterns) const {
  for (const Line& line : lines_) {
    if (line.where.line == 0 || line.loads == 0) continue;
    patterns.push_back({line.where, kSampledLoads, line.loads});
    patterns.push_back(
        {line.where, kSampledDistinctLoads, line.distinct_before + line.distinct.size()});
  }
}

}  // namespace warpscope::exec::patterns
