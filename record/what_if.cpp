#include "record/what_if.h"

#include <algorithm>
#include <array>
#include <functional>

#include "record/alone.h"

namespace warpscope::record {
namespace {

constexpr std::array<ModelChange, 10> kChanges = {{
    {"no_bank_conflicts", "without bank conflicts in shared memory"},
    {"fewest_sectors", "with no more sectors a request than its data need"},
    {"no_memory_latency", "if L2 and memory answered at once"},
    {"unlimited_memory", "if L2 and memory served any number of sectors at once"},
    {"no_barrier_waits", "if no warp waited at a barrier"},
    {"no_atomic_queues", "if atomics did not wait for each other in L2"},
    {"full_occupancy", "if registers and shared memory kept no block out"},
    {"unlimited_units", "if the units of the SMs took an instruction in each cycle"},
    {"code_is_there", "if code and constants were on the SMs from the beginning"},
    {"no_launch_cost", "if blocks began at once and nothing came after them"},
}};

}  // namespace

std::span<const ModelChange> model_changes() { return kChanges; }

std::string_view meaning_of_change(std::string_view name) {
  const auto found = std::ranges::find(kChanges, name, &ModelChange::name);
  return found == kChanges.end() ? name : found->meaning;
}

double saved_share(const Launch& launch, const ClockedLaunch::WhatIf& what_if) {
  const double alone = alone_s(launch);
  return alone > 0 ? 1 - what_if.duration_s / alone : 0;
}

std::vector<const ClockedLaunch::WhatIf*> by_savings(const Launch& launch) {
  std::vector<const ClockedLaunch::WhatIf*> sorted;
  if (!launch.clock) return sorted;
  for (const auto& what_if : launch.clock->what_if) sorted.push_back(&what_if);
  std::ranges::stable_sort(sorted, std::less{}, &ClockedLaunch::WhatIf::duration_s);
  return sorted;
}

}  // namespace warpscope::record
