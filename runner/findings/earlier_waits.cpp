// A wait for asynchronous copies that stands before a use of what another copy still brings.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "findings/catalogue.h"
#include "runner/findings/index_text.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

/// Calls by which threads wait for copies.
constexpr std::array<std::string_view, 7> kWaitsForCopies{
    "wait_for_dma_finish", "consumer_wait",      "wait_prior", "cp_async_wait",
    "cp.async.wait",       "cp.async.bulk.wait", ".wait(",
};

/// The nearest line above `line` in its function that waits; 0: there is none.
std::uint32_t wait_above(const std::vector<std::string_view>& lines, std::uint32_t line) {
  if (line == 0 || line > lines.size()) return 0;
  const std::size_t at = line - 1;
  const auto first = function_of(lines, at).first;
  for (std::size_t above = at; above-- > first;) {
    const auto waits = [&](std::string_view call) { return lines[above].find(call) != call.npos; };
    if (std::ranges::any_of(kWaitsForCopies, waits)) return static_cast<std::uint32_t>(above + 1);
  }
  return 0;
}

}  // namespace

void explain_earlier_waits(record::RunRecord& record) {
  for (auto& finding : record.findings) {
    if (finding.id != "async-copy-not-waited" || !finding.where) continue;
    const auto* source = source_of(record, *finding.where);
    if (source == nullptr) continue;
    const auto line = wait_above(lines_of(source->text), finding.where->line);
    if (line == 0) continue;
    finding.hint = fmt::format(
        "Line {} waits, and not for this copy: is the buffer that is used here the one, and the "
        "stage the one, that was waited for? If they are, wait for the newer copy as well, and "
        "then "
        "for the other threads, before reading or writing there.",
        line);
  }
}

}  // namespace warpscope::runner
