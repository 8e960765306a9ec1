#include <map>

#include "vgpu/exec/patterns/code_patterns.h"

namespace warpscope::exec::patterns {
namespace {

/// By block: a way leads from it back to it.
std::vector<bool> blocks_in_loops(const std::vector<FlowBlock>& blocks,
                                  const std::vector<bool>& is_asked_for) {
  std::vector<bool> result(blocks.size());
  for (std::uint32_t block = 0; block < blocks.size(); ++block) {
    if (!is_asked_for[block]) continue;
    std::vector<bool> is_seen(blocks.size());
    std::vector<std::uint32_t> open{block};
    while (!open.empty() && !result[block]) {
      const std::uint32_t from = open.back();
      open.pop_back();
      for (const std::uint32_t next : blocks[from].successors) {
        if (next == kExitBlock || is_seen[next]) continue;
        is_seen[next] = true;
        result[block] = result[block] || next == block;
        open.push_back(next);
      }
    }
  }
  return result;
}

}  // namespace

void find_loads_in_loops(const Code& code, std::vector<CodePattern>& patterns) {
  const std::uint32_t first = code.number(0);
  std::vector<std::uint32_t> loads;  // in the function
  for (const AccessSite& site : code.kernel.sites) {
    if (site.kind == AccessSite::Kind::global_load && site.instruction >= first &&
        site.instruction - first < code.function.body.size())
      loads.push_back(site.instruction - first);
  }
  if (loads.empty()) return;
  std::vector<bool> has_loads(code.blocks.size());
  for (const std::uint32_t load : loads) has_loads[code.block_of[load]] = true;
  const std::vector<bool> is_in_loop = blocks_in_loops(code.blocks, has_loads);
  std::map<SourceLine, std::vector<std::uint32_t>> lines;
  for (const std::uint32_t load : loads) {
    if (is_in_loop[code.block_of[load]]) lines[code.line_of(load)].push_back(code.number(load));
  }
  for (auto& [where, numbers] : lines) {
    if (where.line != 0) patterns.push_back({kLoadsInLoops, where, std::move(numbers)});
  }
}

}  // namespace warpscope::exec::patterns
