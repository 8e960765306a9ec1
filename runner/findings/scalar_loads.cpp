#include <fmt/format.h>

#include <set>

#include "record/metrics.h"
#include "runner/findings/index_text.h"
#include "runner/findings/line_rule.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"

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
constexpr double kSectorsOfRequest = 4, kOften = 8;

/// Each warp has a request's bytes or fewer, which it loads again and again: its lanes have no
/// neighbours of their own.
bool has_one_element_each(const record::Launch& launch, double requests) {
  const double warps = warps_of(launch) * static_cast<double>(launch.count);
  const auto sectors = static_cast<double>(launch.read_sectors);
  return sectors != 0 && sectors <= kSectorsOfRequest * warps && requests > kOften * warps;
}

/// Several words of 4 bytes are not one volatile access.
bool may_be_volatile(const record::RunRecord& record, const record::SourceLine& where) {
  const auto found = line_in_source(record, where);
  if (!found) return false;
  for (auto at = function_of(found->lines, found->at).first; at <= found->at; ++at)
    if (found->lines[at].find("volatile") != std::string_view::npos) return true;
  return false;
}

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
  const auto worst = worst_lines(record, [](const auto& launch, const auto& line) {
    const double bytes = line_counter(line, kLoadBytes);
    const double requests = line_counter(line, kLoadRequests);
    const double ideal = line_counter(line, kLoadSectorsIdeal);
    if (bytes < kFewestBytes * static_cast<double>(launch.count) || requests == 0 || ideal == 0)
      return 0.0;
    const bool is_scalar =
        bytes / requests >= kFewestBytesPerRequest && bytes / requests <= kMostBytesPerRequest;
    const double sectors = line_counter(line, kLoadSectors);
    const bool is_coalesced =
        sectors / ideal <= kCoalescedRatio && sectors / requests >= kFewestSectorsPerRequest;
    return is_scalar && is_coalesced ? bytes : 0.0;
  });
  const auto blamed = blamed_lines(record);
  for (const auto& [where, entry] : worst) {
    if (blamed.contains(where) || may_be_volatile(record, where)) continue;
    const double requests = line_counter(*entry.line, kLoadRequests);
    if (has_one_element_each(*entry.launch, requests)) continue;
    record.findings.push_back(finding_at(
        entry, "scalar-loads-where-vector-possible",
        fmt::format("{:.0f} requests of at most 128 bytes; with 16 bytes per lane {:.0f} would do "
                    "(launch {}).",
                    requests, requests / 4, entry.launch->id)));
  }
}

}  // namespace warpscope::runner
