#include "runner/score/penalties.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "runner/score/name_use.h"
#include "runner/score/score.h"

namespace warpscope::runner {
namespace {

void take(record::Score& score, const char* id, std::string title, double points,
          std::string reason) {
  record::Check row;
  row.id = id;
  row.title = std::move(title);
  row.points = 0 - std::min(points, score.points);
  row.reason = std::move(reason);
  score.points += row.points;
  score.checks.push_back(std::move(row));
}

void take_for_banned(record::RunRecord& record, const BannedRule& rule) {
  for (const auto& source : record.sources) {
    const auto uses = uses_of(source.text, rule.names, rule.headers);
    if (uses.empty()) continue;
    const auto& first = uses.front();
    const auto why = first.name == "##" ? "\"##\" makes names of halves, which hides what is used"
                                        : fmt::format("{} may not be used here", first.name);
    take(*record.score, "banned", "uses nothing that is banned", rule.points,
         fmt::format("{}:{}: {}.", source.path, first.line, why));
    return;
  }
}

void take_for_launches(record::RunRecord& record, const LaunchRule& rule) {
  std::map<std::uint32_t, std::uint64_t> launches;
  for (const auto& launch : record.launches) {
    if (launch.case_index) ++launches[*launch.case_index];
  }
  for (const auto index : matching_cases(record, {}, rule.cases)) {
    const auto found = launches.find(index);
    if (found == launches.end() || found->second <= rule.most_per_case) continue;
    take(*record.score, "launches",
         fmt::format("at most {} launches in a case", rule.most_per_case), rule.points,
         fmt::format("Launches in {}: {}.", record.cases[index].name, found->second));
    return;
  }
}

}  // namespace

void take_penalties(record::RunRecord& record, const InstructorRules& rules) {
  if (!record.score) return;
  if (rules.banned) take_for_banned(record, *rules.banned);
  for (const auto& rule : rules.launches) take_for_launches(record, rule);
}

}  // namespace warpscope::runner
