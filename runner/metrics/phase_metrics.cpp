#include "runner/metrics/phase_metrics.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace warpscope::runner {
namespace {

using record::Phase;

struct Interval {
  double begin = 0, end = 0;
};

/// A ring of a block: what its warps filled and used, by warp and in order.
struct RingUse {
  std::map<std::uint32_t, std::vector<Interval>> fills, uses;
};
/// By block and the ring's name.
using Rings = std::map<std::pair<std::uint64_t, std::string>, RingUse>;

/// The ring's name behind "fill" or "use"; nothing for another phase.
std::optional<std::string> ring_behind(std::string_view word, std::string_view name) {
  if (!name.starts_with(word)) return std::nullopt;
  name.remove_prefix(word.size());
  if (!name.empty() && name.front() != ' ') return std::nullopt;
  return std::string(name);
}

Rings rings_of(const record::Launch& launch) {
  Rings rings;
  for (const Phase& phase : launch.phases) {
    const Interval when{static_cast<double>(phase.begin_cycles),
                        static_cast<double>(phase.end_cycles)};
    if (const auto filled = ring_behind("fill", phase.name)) {
      rings[{phase.block, *filled}].fills[phase.warp].push_back(when);
    } else if (const auto used = ring_behind("use", phase.name)) {
      rings[{phase.block, *used}].uses[phase.warp].push_back(when);
    }
  }
  return rings;
}

/// When each round's transfer begins: several warps may carry parts of it.
std::vector<double> transfer_begins(const RingUse& ring) {
  std::vector<double> begins;
  for (const auto& [warp, fills] : ring.fills) {
    for (std::size_t round = 0; round < fills.size(); ++round) {
      if (round == begins.size()) begins.push_back(fills[round].begin);
      begins[round] = std::min(begins[round], fills[round].begin);
    }
  }
  return begins;
}

}  // namespace

std::optional<double> use_with_transfer_under_way(const record::RunRecord& record,
                                                  std::span<const std::uint32_t> cases,
                                                  Counted counted) {
  double used = 0, covered = 0;
  for (const record::Launch& launch : record.launches) {
    if (!launch.case_index || !is_counted(launch, counted) ||
        std::ranges::find(cases, *launch.case_index) == cases.end())
      continue;
    for (const auto& [name, ring] : rings_of(launch)) {
      const std::vector<double> begins = transfer_begins(ring);
      for (const auto& [warp, uses] : ring.uses) {
        for (std::size_t round = 0; round < uses.size() && round + 1 < begins.size(); ++round) {
          const Interval& use = uses[round];
          used += use.end - use.begin;
          covered += std::clamp(use.end - begins[round + 1], 0.0, use.end - use.begin);
        }
      }
    }
  }
  if (used <= 0) return std::nullopt;
  return covered / used;
}

}  // namespace warpscope::runner
