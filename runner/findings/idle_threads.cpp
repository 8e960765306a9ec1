#include <fmt/format.h>

#include "record/kernel_name.h"
#include "record/metrics.h"
#include "runner/findings/line_rule.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

using namespace record::metric;

constexpr std::size_t kFewestLevels = 5;
/// From one level of a tree to the next, with room for an odd number of elements. The host knows
/// how many a level has; of a search it may not know, whose frontiers shrink unevenly.
constexpr double kLeastOfHalf = 0.9, kMostOfHalf = 1.1;
constexpr double kFewestThreads = 8192;
constexpr double kIdleShare = 0.75;

struct Levels {
  const record::Launch* first = nullptr;
  const record::Launch* last = nullptr;
  std::size_t count = 0;
  double threads = 0, working = 0;
};

bool is_next_level(const record::Launch& launch, const record::Launch& before) {
  const double working = launch_counter(launch, kThreadsWithEffect);
  const double before_working = launch_counter(before, kThreadsWithEffect);
  return launch.kernel_mangled == before.kernel_mangled && launch.kernel == before.kernel &&
         launch.case_index == before.case_index &&
         extent_of(launch.grid) == extent_of(before.grid) &&
         extent_of(launch.block) == extent_of(before.block) && working > 0 &&
         2 * working >= kLeastOfHalf * before_working &&
         2 * working <= kMostOfHalf * before_working;
}

}  // namespace

void find_idle_threads(record::RunRecord& record) {
  Levels levels;
  const auto judge = [&] {
    const double idle = levels.threads - levels.working;
    if (levels.count < kFewestLevels || levels.threads < kFewestThreads ||
        idle < kIdleShare * levels.threads)
      return;
    auto finding = make_finding("idle-threads");
    finding.where = launch_site(record, *levels.first);
    finding.launch = levels.first->id;
    finding.case_index = levels.first->case_index;
    finding.cause = fmt::format(
        "{} launches of {} have the same grid, and fewer and fewer threads that write anything: "
        "{:.0f} of {:.0f} threads did nothing.",
        levels.count, record::short_kernel_name(levels.first->kernel), idle, levels.threads);
    record.findings.push_back(std::move(finding));
  };
  for (const auto& launch : record.launches) {
    if (levels.last == nullptr || !is_next_level(launch, *levels.last)) {
      judge();
      levels = {&launch, nullptr, 0, 0, 0};
    }
    levels.last = &launch;
    ++levels.count;
    levels.threads += extent_of(launch.grid) * extent_of(launch.block);
    levels.working += launch_counter(launch, kThreadsWithEffect);
  }
  judge();
}

}  // namespace warpscope::runner
