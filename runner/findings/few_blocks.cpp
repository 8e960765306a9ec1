#include <fmt/format.h>

#include <algorithm>

#include "base/quantity.h"
#include "findings/catalogue.h"
#include "record/kernel_name.h"
#include "record/metrics.h"
#include "runner/findings/line_rule.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

using namespace record::metric;

/// What is to be done is spread easily when each multiprocessor would get this much of the memory
/// that the launch moves, and each warp would have several elements per lane all the same.
constexpr double kFewestBytesPerMultiprocessor = 2048;
constexpr double kFewestRequestsPerWarp = 32;
/// As many barriers as a block needs for its part of a sum or a scan. A block that meets in each
/// round of a loop cannot be cut into several.
constexpr double kMostBarriersPerWarp = 16;
/// Less is hardly more than the launch itself.
constexpr double kFewestSeconds = 20e-6;

/// Another launch or copy runs meanwhile: the multiprocessors are not idle, or need not be.
bool runs_beside_others(const record::RunRecord& record, const record::Launch& launch) {
  const double begin = launch.start_s;
  const double end = launch.start_s + launch.duration_s;
  return std::ranges::any_of(record.launches, [&](const record::Launch& other) {
    return other.id != launch.id && other.start_s < end && other.start_s + other.duration_s > begin;
  });
}

/// Who launches the kernel with more blocks as well tries how many are best.
bool tries_other_grids(const record::RunRecord& record, const record::Launch& launch) {
  return std::ranges::any_of(record.launches, [&](const record::Launch& other) {
    return other.kernel_mangled == launch.kernel_mangled && other.kernel == launch.kernel &&
           extent_of(other.grid) > extent_of(launch.grid);
  });
}

bool leaves_most_idle(const record::RunRecord& record, const record::Launch& launch) {
  const double multiprocessors = record.device.sm_count;
  // Of several blocks it is not known into how many more pieces the work can be cut.
  if (extent_of(launch.grid) != 1) return false;
  if (launch.duration_s < kFewestSeconds || extent_of(launch.block) < 2) return false;
  const double warps = warps_of(launch);
  const double requests =
      launch_counter(launch, kLoadRequests) + launch_counter(launch, kStoreRequests);
  return static_cast<double>(launch.dram_bytes) >=
             kFewestBytesPerMultiprocessor * multiprocessors &&
         requests >= kFewestRequestsPerWarp * warps &&
         launch_counter(launch, kBarriers) <= kMostBarriersPerWarp * warps &&
         !runs_beside_others(record, launch) && !tries_other_grids(record, launch);
}

}  // namespace

void find_few_blocks(record::RunRecord& record) {
  for (const auto& launch : record.launches) {
    if (!leaves_most_idle(record, launch) || never_ends(record, launch)) continue;
    auto finding = make_finding("too-few-blocks");
    finding.where = launch_site(record, launch);
    finding.launch = launch.id;
    finding.case_index = launch.case_index;
    finding.cause = fmt::format(
        "{} takes {} with one block, which moves {}; the other {} multiprocessors have nothing to "
        "do.",
        record::short_kernel_name(launch.kernel), time_text(launch.duration_s),
        bytes_text(launch.dram_bytes), record.device.sm_count - 1);
    record.findings.push_back(std::move(finding));
  }
}

}  // namespace warpscope::runner
