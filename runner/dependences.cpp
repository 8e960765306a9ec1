#include "runner/dependences.h"

#include <algorithm>
#include <set>

#include "runner/other_orders.h"
#include "runner/score/independent.h"
#include "runner/score/score.h"

namespace warpscope::runner {
namespace {

/// Of each check.
constexpr std::size_t kLargestCases = 2;
/// A smaller case than such a part of the largest is not drawn: with no element, or with one, an
/// answer is right by chance.
constexpr std::uint64_t kLeastPart = 8;
/// Of order_of(), beside those of run_in_other_orders().
constexpr std::uint32_t kOrder = 1000;

std::uint64_t size_of(const record::Case& item) {
  return item.useful_bytes + item.input_bytes + item.output_bytes;
}

/// The largest first, and one more of many.
std::vector<std::uint32_t> some_of(std::vector<std::uint32_t> cases,
                                   const record::RunRecord& record, std::uint64_t seed) {
  std::ranges::stable_sort(cases, std::ranges::greater(),
                           [&](auto i) { return size_of(record.cases[i]); });
  if (cases.empty()) return cases;
  const std::uint64_t least = size_of(record.cases[cases.front()]) / kLeastPart;
  std::erase_if(cases, [&](auto i) { return size_of(record.cases[i]) < least; });
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
                        record::RunRecord& record, std::uint64_t seed,
                        const std::stop_token& cancel) {
  ProgramSession::Setup setup = usual;
  setup.memory_checks.is_on = false;
  // The usual order lets each warp go on for long: a lock that locks nothing would do no harm.
  setup.is_in_other_order = true;
  setup.uses_clock = setup.tries_changes = setup.keeps_requests = false;
  setup.on_progress = {};
  for (const auto& [bits, indices] : chosen) {
    setup.left_out = bits;
    std::vector<judge::Case> these;
    for (const auto index : indices) {
      these.push_back(cases[index]);
      auto& schedule = these.back().schedule;
      if (schedule == 0) schedule = order_of(seed, these.back().name, kOrder);
    }
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
