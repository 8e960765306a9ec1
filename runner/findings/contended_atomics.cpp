#include <fmt/format.h>

#include "record/metrics.h"
#include "runner/findings/line_rule.h"
#include "runner/findings/rules.h"

namespace warpscope::runner {
namespace {

using namespace record::metric;

/// Atomics on one sector are served one after the other. We assume one per cycle of the L2 cache,
/// which is not measured: this many take over 4 us then, twice the shortest launch. One atomic per
/// block stays below, up to as many blocks.
constexpr double kMostPerSector = 8192;

}  // namespace

void find_contended_atomics(record::RunRecord& record) {
  const auto worst = worst_lines(record, [](const auto& launch, const auto& line) {
    const double sectors =
        line_counter(line, kAtomicSectors) + line_counter(line, kReductionSectors);
    // The launch may write elsewhere too: then there are fewer words than this, never more.
    if (launch.written_sectors == 0) return 0.0;
    const double per_sector = sectors / static_cast<double>(launch.written_sectors);
    return per_sector >= kMostPerSector ? per_sector : 0.0;
  });
  for (const auto& [where, entry] : worst) {
    const double requests =
        line_counter(*entry.line, kAtomicRequests) + line_counter(*entry.line, kReductionRequests);
    const auto written = entry.launch->written_sectors;
    record.findings.push_back(finding_at(
        entry, "contended-global-atomic",
        fmt::format(
            "{:.0f} atomic requests of warps, which take {:.0f} turns, all fall on {} (launch "
            "{}): {:.0f} turns wait for each other.",
            requests, entry.badness * static_cast<double>(written),
            written == 1 ? std::string("one sector of 32 bytes")
                         : fmt::format("at most {} sectors of 32 bytes", written),
            entry.launch->id, entry.badness)));
  }
}

}  // namespace warpscope::runner
