#include "vgpu/exec/patterns/code_patterns.h"

#include <algorithm>
#include <array>

#include "vgpu/exec/analysis/liveness.h"

namespace warpscope::exec::patterns {
namespace {

using Finder = void (*)(const Code& code, std::vector<CodePattern>& patterns);

struct Row {
  std::string_view metric;
  Finder find;
};
constexpr std::array<Row, 4> kRows{{{kDoublesOfFloats, find_doubles_of_floats},
                                    {kRepeatedStores, find_repeated_stores},
                                    {kImmediateWaits, find_immediate_waits},
                                    {kLoadsInLoops, find_loads_in_loops}}};

constexpr auto kMetrics = [] {
  std::array<std::string_view, kRows.size()> metrics{};
  for (std::size_t i = 0; i < kRows.size(); ++i) metrics[i] = kRows[i].metric;
  return metrics;
}();

std::vector<std::uint32_t> block_of_each(const std::vector<FlowBlock>& blocks) {
  std::vector<std::uint32_t> result(blocks.empty() ? 0 : blocks.back().end);
  for (std::uint32_t block = 0; block < blocks.size(); ++block)
    std::fill(result.begin() + blocks[block].first, result.begin() + blocks[block].end, block);
  return result;
}

std::uint64_t most_executed(const std::vector<std::uint32_t>& instructions,
                            std::span<const std::uint64_t> executions) {
  std::uint64_t most = 0;
  for (const std::uint32_t each : instructions) most = std::max(most, executions[each]);
  return most;
}

}  // namespace

std::vector<CodePattern> find_code_patterns(const Program& program, const Kernel& kernel) {
  std::vector<CodePattern> patterns;
  for (const LoweredFunction& lowered : kernel.functions) {
    const ptx::Function& function = *lowered.function;
    Code code{program, kernel, lowered, function, {}, {}, control_flow(function), {}};
    code.block_of = block_of_each(code.blocks);
    code.setters.resize(function.registers.size());
    code.readers.resize(function.registers.size());
    for (std::uint32_t i = 0; i < function.body.size(); ++i) {
      for_each_written(function.body[i],
                       [&](std::uint32_t index) { code.setters[index].push_back(i); });
      for_each_read_register(function.body[i],
                             [&](std::uint32_t index) { code.readers[index].push_back(i); });
    }
    for (const Row& row : kRows) row.find(code, patterns);
  }
  return patterns;
}

std::uint64_t lost_executions(const CodePattern& pattern,
                              std::span<const std::uint64_t> executions) {
  std::uint64_t all = 0;
  for (const std::uint32_t each : pattern.counted) all += executions[each];
  const std::uint64_t needed = most_executed(pattern.needed, executions);
  if (all <= needed || most_executed(pattern.excuses, executions) > needed) return 0;
  if (!pattern.changing.empty()) {
    std::uint64_t changes = 0;
    for (const std::uint32_t each : pattern.changing) changes += executions[each];
    if (changes <= needed) return 0;
  }
  return all - needed;
}

std::span<const std::string_view> code_pattern_metrics() { return kMetrics; }

}  // namespace warpscope::exec::patterns
