#include "runner/findings/rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "findings/catalogue.h"

namespace warpscope::runner {
namespace {

/// The first finding of each mistake and place, with the number of the others.
void merge_repeated(std::vector<record::Finding>& findings) {
  struct Seen {
    std::size_t position;
    std::size_t others = 0;
  };
  std::map<std::pair<std::string, record::SourceLine>, Seen> seen;
  std::vector<record::Finding> kept;
  for (auto& finding : findings) {
    const auto key = std::pair(finding.id, finding.where.value_or(record::SourceLine{}));
    const auto [found, is_new] = seen.try_emplace(key, Seen{kept.size()});
    if (is_new) {
      kept.push_back(std::move(finding));
    } else {
      ++found->second.others;
    }
  }
  for (const auto& [key, entry] : seen) {
    if (entry.others == 0) continue;
    kept[entry.position].cause += fmt::format(" The same happened {} more {}.", entry.others,
                                              entry.others == 1 ? "time" : "times");
  }
  findings = std::move(kept);
}

/// Which task of the lab a finding belongs to, in the order in which the judge sets them: a student
/// begins with the first. 0 for one that belongs to no case.
std::size_t task_number(const record::RunRecord& record, const record::Finding& finding) {
  auto index = finding.case_index;
  if (!index && finding.launch && *finding.launch < record.launches.size())
    index = record.launches[*finding.launch].case_index;
  if (!index || *index >= record.cases.size()) return 0;
  const auto first =
      std::ranges::find(record.cases, record.cases[*index].task, &record::Case::task);
  return static_cast<std::size_t>(first - record.cases.begin());
}

/// A race at a line beside one that loads, changes and stores: there an atomic is missing, and
/// where threads wait is the lesser question. Of a warp's lanes, where other warps lack a barrier
/// at the same line or behind the same write, too: that is the larger one.
bool is_lesser_race(const record::RunRecord& record, const record::Finding& finding) {
  constexpr std::uint32_t kLines = 2;
  constexpr std::string_view kUpdate = "non-atomic-update";
  if (!finding.where || finding.id == kUpdate || !is_of_memory_checks(finding.id)) return false;
  const auto& where = *finding.where;
  const bool is_of_warp = finding.id == "missing-syncwarp";
  return std::ranges::any_of(record.findings, [&](const record::Finding& other) {
    if (!other.where || other.where->file != where.file) return false;
    const auto apart =
        std::max(other.where->line, where.line) - std::min(other.where->line, where.line);
    const bool is_of_same =
        apart == 0 || (other.other && finding.other && *other.other == *finding.other);
    const bool is_larger = (other.id == kUpdate && apart <= kLines) ||
                           (is_of_warp && other.id == "missing-barrier" && is_of_same);
    return is_larger && task_number(record, other) == task_number(record, finding);
  });
}

}  // namespace

void apply_rules(record::RunRecord& record) {
  for (const auto rule : kRules) rule(record);
  merge_repeated(record.findings);
  for (auto& finding : record.findings) complete(finding);
  // Threads that meet where they should not, or read what is not there, often do so because of what
  // another finding says: a copy that was forgotten, an index that is wrong.
  using Key = std::tuple<record::Finding::Severity, std::size_t, bool, bool>;
  std::vector<std::pair<Key, record::Finding>> keyed;
  for (const auto& finding : record.findings) {
    keyed.emplace_back(Key(finding.severity, task_number(record, finding),
                           is_of_memory_checks(finding.id), is_lesser_race(record, finding)),
                       finding);
  }
  std::ranges::stable_sort(keyed, {}, [](const auto& entry) { return entry.first; });
  for (std::size_t i = 0; i < keyed.size(); ++i) record.findings[i] = std::move(keyed[i].second);
}

}  // namespace warpscope::runner
