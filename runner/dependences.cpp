#include "runner/dependences.h"

#include <algorithm>
#include <set>

#include "runner/score/independent.h"
#include "runner/score/score.h"

namespace warpscope::runner {
namespace {

/// Of each check.
constexpr std::size_t kLargestCases = 2;

std::uint64_t size_of(const record::Case& item) {
  return item.useful_bytes + item.input_bytes + item.output_bytes;
}

/// The largest first, and one more of many.
std::vector<std::uint32_t> some_of(std::vector<std::uint32_t> cases,
                                   const record::RunRecord& record, std::uint64_t seed) {
  std::ranges::stable_sort(cases, std::ranges::greater(),
                           [&](auto i) { return size_of(record.cases[i]); });
  if (cases.size() <= kLargestCases) return cases;
  const auto others = cases.size() - kLargestCases;
  cases[kLargestCases] = cases[kLargestCases + seed % others];
  cases.resize(kLargestCases + 1);
  return cases;
}

}  // namespace

CasesWithout cases_without(const std::vector<CheckDescription>& checks,
                           const record::RunRecord& record, const MemoryChecks& memory_checks,
                           std::uint64_t seed) {
  std::map<std::uint32_t, std::set<std::uint32_t>> chosen;
  for (const auto& check : checks) {
    if (check.depends_on.empty()) continue;
    if (score_record(record, {check}, memory_checks).points <= 0) continue;
    const auto cases = matching_cases(record, check.task, check.cases);
    for (const auto index : some_of(cases, record, seed))
      chosen[bits_of(check.depends_on)].insert(index);
  }
  CasesWithout lists;
  for (const auto& [bits, cases] : chosen) lists[bits].assign(cases.begin(), cases.end());
  return lists;
}

std::string run_without(const ProgramSession::Setup& usual, const judge::Judge& judge,
                        const std::vector<judge::Case>& cases, const CasesWithout& chosen,
                        record::RunRecord& record, const std::stop_token& cancel) {
  ProgramSession::Setup setup = usual;
  setup.memory_checks.is_on = false;
  setup.uses_clock = setup.tries_changes = false;
  setup.on_progress = {};
  for (const auto& [bits, indices] : chosen) {
    setup.left_out = bits;
    std::vector<judge::Case> these;
    for (const auto index : indices) these.push_back(cases[index]);
    EventCollector events;
    const auto run = run_cases(
        setup, judge, these, events, [](std::size_t) {}, cancel);
    if (!run.tool_error.empty() || run.is_canceled) return run.tool_error;
    for (std::size_t i = 0; i < run.cases.size(); ++i) {
      const auto& ran = run.cases[i];
      const bool is_right =
          ran.is_run && ran.end == CaseEnd::Kind::answered && ran.opinion.is_correct;
      if (is_right) record.cases[indices[i]].right_without.push_back(names_of(bits));
    }
  }
  return {};
}

}  // namespace warpscope::runner
