#include <fmt/format.h>

#include <set>

#include "record/metrics.h"
#include "runner/findings/line_rule.h"
#include "runner/findings/rules.h"

namespace warpscope::runner {
namespace {

using namespace record::metric;

/// Less than this is over before the width matters.
constexpr double kFewestBytes = 1 << 20;
/// 32 lanes with 4 bytes each, nearly all of them active.
constexpr double kFewestBytesPerRequest = 120;
constexpr double kMostBytesPerRequest = 128;
constexpr double kCoalescedRatio = 1.01;
/// Of the four sectors of 32 neighbouring elements. Lanes that load the same word, or a few, have
/// no neighbours that a wider load would bring.
constexpr double kFewestSectorsPerRequest = 3.5;

/// Lines that some other launch shows to be uncoalesced: there the width is the smaller worry.
std::set<record::SourceLine> blamed_lines(const record::RunRecord& record) {
  std::set<record::SourceLine> lines;
  for (const auto& finding : record.findings) {
    if (finding.id == "uncoalesced-load" && finding.where) lines.insert(*finding.where);
  }
  return lines;
}

}  // namespace

void find_scalar_loads(record::RunRecord& record) {
  const auto worst = worst_lines(record, [](const auto&, const auto& line) {
    const double bytes = line_counter(line, kLoadBytes);
    const double requests = line_counter(line, kLoadRequests);
    const double ideal = line_counter(line, kLoadSectorsIdeal);
    if (bytes < kFewestBytes || requests == 0 || ideal == 0) return 0.0;
    const bool is_scalar =
        bytes / requests >= kFewestBytesPerRequest && bytes / requests <= kMostBytesPerRequest;
    const double sectors = line_counter(line, kLoadSectors);
    const bool is_coalesced =
        sectors / ideal <= kCoalescedRatio && sectors / requests >= kFewestSectorsPerRequest;
    return is_scalar && is_coalesced ? bytes : 0.0;
  });
  const auto blamed = blamed_lines(record);
  for (const auto& [where, entry] : worst) {
    if (blamed.contains(where)) continue;
    const double requests = line_counter(*entry.line, kLoadRequests);
    record.findings.push_back(finding_at(
        entry, "scalar-loads-where-vector-possible",
        fmt::format("{:.0f} requests of at most 128 bytes; with 16 bytes per lane {:.0f} would do "
                    "(launch {}).",
                    requests, requests / 4, entry.launch->id)));
  }
}

}  // namespace warpscope::runner
