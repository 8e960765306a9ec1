#include "viewer/model/heat_kind.h"

#include <algorithm>
#include <array>

#include "record/derived.h"
#include "record/metrics.h"
#include "record/warp_request.h"
#include "record/warp_states.h"

namespace warpscope::viewer {
namespace {

namespace derived = record::derived;
namespace metric = record::metric;
using Cell = std::optional<HeatCell>;
using Scale = HeatKind::Scale;

double count(const LineCounts& line, std::string_view name) {
  return record::metric_value(name, line.counters).value_or(0);
}

Cell ratio(const LineCounts& line, std::string_view value, std::string_view excess) {
  const auto found = record::metric_value(value, line.counters);
  if (!found) return std::nullopt;
  return HeatCell{*found, record::metric_value(excess, line.counters).value_or(1.0)};
}

/// Of a share: what it counts.
Cell amount(double value) { return value > 0 ? Cell(HeatCell{value, 1}) : std::nullopt; }

/// Passes for each instruction, and how many for each that was needed.
Cell passes(const LineCounts& line, std::string_view requests, std::string_view wavefronts,
            std::string_view conflicts) {
  const double asked = count(line, requests), taken = count(line, wavefronts);
  const double needed = taken - count(line, conflicts);
  if (asked <= 0 || taken <= 0) return std::nullopt;
  return HeatCell{taken / asked, needed > 0 ? taken / needed : 1};
}

Cell lanes(const LineCounts& line) {
  const auto value = record::metric_value(derived::kLanesPerInstruction, line.counters);
  if (!value || *value <= 0) return std::nullopt;
  return HeatCell{*value, record::kLanesOfWarp / *value};
}

double all_cycles(const LineCounts& line) {
  return static_cast<double>(record::sum_of_states(line.warp_cycles));
}

Cell waits(const LineCounts& line) {
  const auto issued = record::metric_value(record::warp_states().front().name, line.warp_cycles);
  return amount(all_cycles(line) - issued.value_or(0));
}

const HeatColumn kLanesColumn{"lanes", "active lanes per instruction, of 32", lanes};

HeatKind sectors_kind() {
  return {"sectors",
          "sectors and lanes",
          Scale::over_need,
          {{"load", "32-byte sectors per request of global loads",
            [](const LineCounts& line) {
              return ratio(line, derived::kSectorsPerLoadRequest, derived::kLoadSectorsOverIdeal);
            }},
           {"store", "32-byte sectors per request of global stores",
            [](const LineCounts& line) {
              return ratio(line, derived::kSectorsPerStoreRequest, derived::kStoreSectorsOverIdeal);
            }},
           kLanesColumn},
          {metric::kInstructions}};
}

HeatKind passes_kind() {
  return {"passes",
          "passes over the banks",
          Scale::over_need,
          {{"load", "passes over the banks of shared memory per load",
            [](const LineCounts& line) {
              return passes(line, metric::kSharedLoadInstructions, metric::kSharedLoadWavefronts,
                            metric::kSharedLoadConflicts);
            }},
           {"store", "passes over the banks of shared memory per store",
            [](const LineCounts& line) {
              return passes(line, metric::kSharedStoreInstructions, metric::kSharedStoreWavefronts,
                            metric::kSharedStoreConflicts);
            }},
           {"atomic", "passes over the banks of shared memory per atomic",
            [](const LineCounts& line) {
              return passes(line, metric::kSharedAtomicInstructions,
                            metric::kSharedAtomicWavefronts, metric::kSharedAtomicConflicts);
            }}},
          {metric::kSharedLoadWavefronts, metric::kSharedStoreWavefronts,
           metric::kSharedAtomicWavefronts}};
}

HeatKind turns_kind() {
  return {"turns",
          "turns of atomics",
          Scale::of_busiest,
          {{"requests", "requests of atomics to global memory",
            [](const LineCounts& line) {
              return amount(count(line, metric::kAtomicRequests) +
                            count(line, metric::kReductionRequests));
            }},
           {"turns", "turns that they took, one after the other for the same word",
            [](const LineCounts& line) {
              return amount(count(line, metric::kAtomicSectors) +
                            count(line, metric::kReductionSectors));
            }}},
          {metric::kAtomicRequests, metric::kReductionRequests}};
}

HeatKind barriers_kind() {
  return {"barriers",
          "barriers",
          Scale::of_busiest,
          {{"barriers", "barriers that warps executed",
            [](const LineCounts& line) { return amount(count(line, metric::kBarriers)); }}},
          {metric::kBarriers}};
}

HeatKind instructions_kind() {
  return {
      "instructions",
      "instructions",
      Scale::of_busiest,
      {{"of warps", "PTX instructions that warps executed",
        [](const LineCounts& line) { return amount(count(line, metric::kInstructions)); }},
       {"of lanes", "the same, of all lanes together",
        [](const LineCounts& line) { return amount(count(line, metric::kThreadInstructions)); }}},
      {metric::kInstructions}};
}

HeatKind lanes_kind() {
  return {"lanes", "active lanes", Scale::over_need, {kLanesColumn}, {metric::kInstructions}};
}

HeatKind time_kind() {
  return {"time",
          "time of warps",
          Scale::of_busiest,
          {{"cycles", "cycles in which warps were at the line, of all together (modelled)",
            [](const LineCounts& line) { return amount(all_cycles(line)); }}},
          {}};
}

HeatKind stalls_kind() {
  return {
      "stalls",
      "stalls of warps",
      Scale::of_busiest,
      {{"waiting", "cycles in which warps at the line waited, of all together (modelled)", waits}},
      {}};
}

}  // namespace

std::span<const HeatKind> heat_kinds() {
  static const std::array kKinds{sectors_kind(),      passes_kind(), turns_kind(), barriers_kind(),
                                 instructions_kind(), lanes_kind(),  time_kind(),  stalls_kind()};
  return kKinds;
}

const HeatKind& heat_kind(std::string_view id) {
  const auto kinds = heat_kinds();
  const auto found = std::ranges::find(kinds, id, &HeatKind::id);
  return found == kinds.end() ? kinds.front() : *found;
}

bool has_heat(const record::RunRecord& record, const HeatKind& kind) {
  return std::ranges::any_of(record.launches, [&](const record::Launch& launch) {
    if (kind.counters.empty()) return launch.clock && !launch.clock->lines.empty();
    return std::ranges::any_of(kind.counters, [&](std::string_view name) {
      const auto found = launch.counters.find(name);
      return found != launch.counters.end() && found->second > 0;
    });
  });
}

}  // namespace warpscope::viewer
