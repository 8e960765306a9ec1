#include "viewer/model/shown_part.h"

#include <algorithm>
#include <exception>
#include <map>
#include <utility>

#include "record/timeline_slice.h"
#include "record/timelines.h"

namespace warpscope::viewer {
namespace {

using record::RunRecord;

/// Old places to new ones, of what stays.
using Places = std::map<std::uint32_t, std::uint32_t>;

void drop_curves(RunRecord& record, const IsTaskShown& is_shown) {
  const auto is_hidden = [&](const auto& curve) { return !is_shown(curve.task); };
  std::erase_if(record.measured_curves, is_hidden);
  std::erase_if(record.beside_curves, is_hidden);
}

/// Keeps what `is_kept` says, and tells where it went.
template <class Item, class IsKept>
Places keep(std::vector<Item>& items, IsKept&& is_kept) {
  Places places;
  std::vector<Item> kept;
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    if (!is_kept(items[i])) continue;
    places[i] = static_cast<std::uint32_t>(kept.size());
    kept.push_back(std::move(items[i]));
  }
  items = std::move(kept);
  return places;
}

void move_to(std::optional<std::uint32_t>& place, const Places& places) {
  if (place) place = places.at(*place);
}

/// A timeline that cannot be read is left out.
std::shared_ptr<const record::Timelines> moved(const record::Timelines& timelines,
                                               const Places& launches) {
  auto kept = std::make_shared<record::Timelines>();
  for (const auto& [from, to] : launches) {
    try {
      if (const auto timeline = timelines.of(from)) kept->add(to, record::to_slice(*timeline));
    } catch (const std::exception&) {
      continue;
    }
  }
  return kept;
}

void drop_cases(RunRecord& record, const IsTaskShown& is_shown) {
  const auto cases = keep(record.cases, [&](const auto& item) { return is_shown(item.task); });
  const auto is_of_kept = [&](const auto& item) {
    return item.case_index && cases.contains(*item.case_index);
  };
  const auto launches = keep(record.launches, is_of_kept);
  keep(record.transfers, is_of_kept);
  keep(record.findings, [&](const record::Finding& finding) {
    const bool is_of_case = finding.case_index && cases.contains(*finding.case_index);
    const bool is_of_launch = finding.launch && launches.contains(*finding.launch);
    return (is_of_case || !finding.case_index) && (is_of_launch || !finding.launch) &&
           (is_of_case || is_of_launch);
  });
  for (std::uint32_t i = 0; i < record.launches.size(); ++i) {
    record.launches[i].id = i;
    move_to(record.launches[i].case_index, cases);
    record.launches[i].ranges.clear();
  }
  for (auto& transfer : record.transfers) {
    move_to(transfer.case_index, cases);
    transfer.ranges.clear();
  }
  for (auto& finding : record.findings) {
    move_to(finding.case_index, cases);
    move_to(finding.launch, launches);
  }
  record.ranges.clear();
  record.marks.clear();
  if (record.timelines) record.timelines = moved(*record.timelines, launches);
}

}  // namespace

RecordPointer without_hidden_curves(const RecordPointer& record, const IsTaskShown& is_shown) {
  const auto is_hidden = [&](const auto& curve) { return !is_shown(curve.task); };
  if (!record || (std::ranges::none_of(record->measured_curves, is_hidden) &&
                  std::ranges::none_of(record->beside_curves, is_hidden)))
    return record;
  auto part = std::make_shared<RunRecord>(*record);
  drop_curves(*part, is_shown);
  return part;
}

RecordPointer without_hidden_tasks(const RecordPointer& record, const IsTaskShown& is_shown) {
  if (!record) return record;
  auto part = std::make_shared<RunRecord>(*record);
  drop_curves(*part, is_shown);
  drop_cases(*part, is_shown);
  part->sources.clear();
  part->outcome.compiler_output.clear();
  part->outcome.program_output.clear();
  return part;
}

}  // namespace warpscope::viewer
