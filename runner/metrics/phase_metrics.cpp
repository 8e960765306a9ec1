#include "runner/metrics/phase_metrics.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
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

/// The most buffers that a warp had begun to fill and another one had not yet given back; 0 for a
/// ring of a single round, of which nobody sees how many it has.
std::size_t most_at_once(const RingUse& ring) {
  std::size_t most = 0;
  for (const auto& [warp, fills] : ring.fills) {
    if (fills.size() < 2) continue;
    for (std::size_t round = 0; round < fills.size(); ++round) {
      std::size_t given_back = round;
      for (const auto& [other, uses] : ring.uses) {
        const auto is_over = [&](const Interval& use) { return use.end <= fills[round].begin; };
        given_back = std::min<std::size_t>(given_back, std::ranges::count_if(uses, is_over));
      }
      most = std::max(most, round + 1 - given_back);
    }
  }
  return most;
}

/// Calls visit(launch) for the launches of the cases.
void for_each_launch(const record::RunRecord& record, std::span<const std::uint32_t> cases,
                     Counted counted, const auto& visit) {
  for (const record::Launch& launch : record.launches) {
    if (launch.case_index && is_counted(launch, counted) &&
        std::ranges::find(cases, *launch.case_index) != cases.end())
      visit(launch);
  }
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
  struct Share {
    double used = 0, covered = 0;
  };
  std::map<std::pair<std::uint32_t, std::string>, Share> shares;
  for_each_launch(record, cases, counted, [&](const record::Launch& launch) {
    for (const auto& [of_block, ring] : rings_of(launch)) {
      const std::vector<double> begins = transfer_begins(ring);
      for (const auto& [warp, uses] : ring.uses) {
        for (std::size_t round = 0; round < uses.size() && round + 1 < begins.size(); ++round) {
          const Interval& use = uses[round];
          Share& share = shares[{*launch.case_index, of_block.second}];
          share.used += use.end - use.begin;
          share.covered += std::clamp(use.end - begins[round + 1], 0.0, use.end - use.begin);
        }
      }
    }
  });
  std::optional<double> worst;
  for (const auto& [ring, share] : shares) {
    if (share.used <= 0) continue;
    const double its = share.covered / share.used;
    worst = std::min(worst.value_or(its), its);
  }
  return worst;
}

std::optional<double> ring_stages(const record::RunRecord& record,
                                  std::span<const std::uint32_t> cases, Counted counted) {
  std::map<std::pair<std::uint32_t, std::string>, std::size_t> seen;
  for_each_launch(record, cases, counted, [&](const record::Launch& launch) {
    for (const auto& [of_block, ring] : rings_of(launch)) {
      const std::size_t its = most_at_once(ring);
      if (its == 0) continue;
      std::size_t& most = seen[{*launch.case_index, of_block.second}];
      most = std::max(most, its);
    }
  });
  std::optional<double> fewest;
  for (const auto& [ring, stages] : seen) {
    const auto its = static_cast<double>(stages);
    fewest = std::min(fewest.value_or(its), its);
  }
  return fewest;
}

std::optional<double> ring_dma_warps(const record::RunRecord& record,
                                     std::span<const std::uint32_t> cases, Counted counted) {
  std::optional<double> fewest;
  for_each_launch(record, cases, counted, [&](const record::Launch& launch) {
    std::map<std::uint64_t, std::set<std::uint32_t>> of_block;
    for (const auto& [of, ring] : rings_of(launch))
      for (const auto& [warp, fills] : ring.fills) of_block[of.first].insert(warp);
    for (const auto& [block, warps] : of_block) {
      const auto its = static_cast<double>(warps.size());
      fewest = std::min(fewest.value_or(its), its);
    }
  });
  return fewest;
}

}  // namespace warpscope::runner
