#include <fmt/format.h>

#include "record/metrics.h"
#include "runner/findings/line_rule.h"
#include "runner/findings/rules.h"

namespace warpscope::runner {
namespace {

using namespace record::metric;

/// Atomics on one sector are served one after the other, on an H200 in 0.73 ns each
/// (docs/evidence/atomic_queues.md): this many take 6 us, three times the shortest launch. One
/// atomic per block stays below, up to as many blocks.
constexpr double kMostPerSector = 8192;

/// Distinct sectors that the launch's atomics can have changed, at most. 0: unknown.
std::uint64_t sectors_of_atomics(const record::Launch& launch) {
  return launch.written_sectors_beside_atomics != 0 ? launch.written_sectors_beside_atomics
                                                    : launch.written_sectors;
}

}  // namespace

void find_contended_atomics(record::RunRecord& record) {
  const auto worst = worst_lines(record, [](const auto& launch, const auto& line) {
    const double sectors =
        line_counter(line, kAtomicSectors) + line_counter(line, kReductionSectors);
    const auto written = sectors_of_atomics(launch);
    if (written == 0) return 0.0;
    const double per_sector = sectors / static_cast<double>(written);
    return per_sector >= kMostPerSector ? per_sector : 0.0;
  });
  for (const auto& [where, entry] : worst) {
    const double requests =
        line_counter(*entry.line, kAtomicRequests) + line_counter(*entry.line, kReductionRequests);
    const auto written = sectors_of_atomics(*entry.launch);
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
