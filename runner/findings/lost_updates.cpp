#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "record/metrics.h"
#include "runner/findings/line_rule.h"
#include "runner/findings/rules.h"

namespace warpscope::runner {
namespace {

using namespace record::metric;

constexpr std::string_view kLostUpdates = "lost-updates";

/// Loads and stores of global memory, and of shared memory.
constexpr std::array kSpaces{std::pair{kLoadRequests, kStoreRequests},
                             std::pair{kSharedLoadInstructions, kSharedStoreInstructions}};

bool has_atomic(const record::LineCounters& line) {
  constexpr std::array kAtomics{kAtomicRequests, kReductionRequests, kSharedAtomicInstructions};
  return std::ranges::any_of(kAtomics, [&](auto name) { return line_counter(line, name) > 0; });
}

/// How often a line stores in a space that it also loads from: `word += value` without an atomic.
double plain_updates(const record::LineCounters& line) {
  if (has_atomic(line)) return 0;
  double most = 0;
  for (const auto& [loads, stores] : kSpaces) {
    if (line_counter(line, loads) > 0) most = std::max(most, line_counter(line, stores));
  }
  return most;
}

/// The line of the case's launches that updates most without an atomic; else, where no line has an
/// atomic, the only one that stores.
std::optional<record::SourceLine> place_of(const record::RunRecord& record,
                                           std::uint32_t case_index) {
  const record::LineCounters* most = nullptr;
  const record::LineCounters* store = nullptr;
  bool has_atomics = false, has_other_store = false;
  for (const auto& launch : record.launches) {
    if (launch.case_index != case_index) continue;
    for (const auto& line : launch.lines) {
      if (line.where.line == 0) continue;
      if (plain_updates(line) > (most == nullptr ? 0 : plain_updates(*most))) most = &line;
      has_atomics = has_atomics || has_atomic(line);
      if (line_counter(line, kStoreRequests) == 0) continue;
      has_other_store = has_other_store || (store != nullptr && store->where != line.where);
      store = &line;
    }
  }
  if (most != nullptr) return most->where;
  if (store != nullptr && !has_other_store && !has_atomics) return store->where;
  return std::nullopt;
}

}  // namespace

void place_lost_updates(record::RunRecord& record) {
  for (auto& finding : record.findings) {
    if (finding.id == kLostUpdates && !finding.where && finding.case_index) {
      finding.where = place_of(record, *finding.case_index);
    }
  }
  if (!record::counts_lines(record.device)) return;
  // Counts are missing for another reason, and the judge's sentence says how many.
  std::erase_if(record.findings, [](const record::Finding& finding) {
    return finding.id == kLostUpdates && !finding.where;
  });
}

}  // namespace warpscope::runner
