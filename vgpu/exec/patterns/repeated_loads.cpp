#include "vgpu/exec/patterns/repeated_loads.h"

#include <algorithm>
#include <bit>

#include "vgpu/exec/patterns/watched_patterns.h"

namespace warpscope::exec::patterns {
namespace {

constexpr std::uint64_t kBlocks = 2;
// Of a line. The first ones tell as much, and a block that loads more takes long enough.
constexpr std::uint64_t kMostLoads = std::uint64_t{1} << 16;

}  // namespace

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
