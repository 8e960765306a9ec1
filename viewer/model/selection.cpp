#include "viewer/model/selection.h"

#include <algorithm>
#include <vector>

namespace warpscope::viewer {
namespace {

bool is_of_case(const record::RunRecord& record, const record::Launch& launch,
                const std::string& name) {
  const auto* own = case_name_of(record, launch.case_index);
  return own != nullptr && *own == name;
}

/// Positions of the launches of one case.
std::vector<std::uint32_t> launches_of_case(const record::RunRecord& record,
                                            const std::string& name) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < record.launches.size(); ++i) {
    if (is_of_case(record, record.launches[i], name)) found.push_back(i);
  }
  return found;
}

std::optional<std::uint32_t> only_launch_of_case(const record::RunRecord& record,
                                                 const std::string& name) {
  const auto all = launches_of_case(record, name);
  return all.size() == 1 ? std::optional(all.front()) : std::nullopt;
}

/// The launch of `there` that does what launch `id` of `here` does.
std::optional<std::uint32_t> counterpart(const record::RunRecord& here, std::uint32_t id,
                                         const record::RunRecord& there) {
  const auto& launch = here.launches[id];
  const auto* name = case_name_of(here, launch.case_index);
  const auto does_the_same = [&](const record::RunRecord& record, const record::Launch& other) {
    if (name != nullptr) return is_of_case(record, other, *name);
    return !other.case_index && other.kernel == launch.kernel;
  };
  const auto before =
      std::count_if(here.launches.begin(), here.launches.begin() + id,
                    [&](const record::Launch& other) { return does_the_same(here, other); });
  auto left = before;
  for (std::uint32_t i = 0; i < there.launches.size(); ++i) {
    if (does_the_same(there, there.launches[i]) && left-- == 0) return i;
  }
  return std::nullopt;
}

}  // namespace

const std::string* case_name_of(const record::RunRecord& record,
                                std::optional<std::uint32_t> case_index) {
  return case_index && *case_index < record.cases.size() ? &record.cases[*case_index].name
                                                         : nullptr;
}

const record::Launch* Selection::launch_in(Side of, const record::RunRecord* record) const {
  const auto id = launch(of);
  return record != nullptr && id && *id < record->launches.size() ? &record->launches[*id]
                                                                  : nullptr;
}

bool Selection::covers(Side of, const record::RunRecord& record,
                       const record::Launch& launch) const {
  if (const auto* chosen = launch_in(of, &record)) return chosen == &launch;
  return !case_name || is_of_case(record, launch, *case_name);
}

bool Selection::marks(Side of, const record::RunRecord& record,
                      const record::Finding& finding) const {
  if (!is_partial(of)) return false;
  const auto* name = case_name_of(record, finding.case_index);
  if (case_name && name != nullptr) return *name == *case_name;
  return finding.launch && *finding.launch < record.launches.size() &&
         covers(of, record, record.launches[*finding.launch]);
}

void Selection::adapt(Side of, const record::RunRecord& record) {
  auto& launch = launches[index(of)];
  const auto* chosen = launch_in(of, &record);
  if (case_name && (chosen == nullptr || !is_of_case(record, *chosen, *case_name))) {
    launch = only_launch_of_case(record, *case_name);
  } else if (chosen == nullptr) {
    launch.reset();
  }
}

void choose_case(Selection& selection, const Records& records, const std::string& name) {
  selection.case_name = name;
  for (const Side side : kSides) {
    const auto* record = records[index(side)];
    selection.launches[index(side)] =
        record == nullptr ? std::nullopt : only_launch_of_case(*record, name);
  }
  ++selection.focuses;
}

void choose_launch(Selection& selection, const Records& records, Side side, std::uint32_t id) {
  const auto* here = records[index(side)];
  if (here == nullptr || id >= here->launches.size()) return;
  selection.side = side;
  selection.launches[index(side)] = id;
  const auto* name = case_name_of(*here, here->launches[id].case_index);
  selection.case_name = name == nullptr ? std::nullopt : std::optional(*name);
  const auto* there = records[index(other(side))];
  selection.launches[index(other(side))] =
      there == nullptr ? std::nullopt : counterpart(*here, id, *there);
}

void choose_everything(Selection& selection) {
  selection.case_name.reset();
  selection.launches = {};
  ++selection.focuses;
}

}  // namespace warpscope::viewer
