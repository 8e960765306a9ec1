#include "viewer/model/launch_twin.h"

#include <algorithm>
#include <optional>
#include <set>

#include "base/quantity.h"
#include "record/capabilities.h"
#include "record/derived.h"
#include "record/metrics.h"
#include "viewer/model/selection.h"

namespace warpscope::viewer {
namespace {

constexpr const char* kNone = "\u2013";

/// Nothing: nobody counted it.
std::optional<double> count_on(const record::Device& device, const record::Launch& launch,
                               const std::string& name) {
  if (launch.counters.empty() || !record::counts(device, name)) return std::nullopt;
  const auto found = launch.counters.find(name);
  return found == launch.counters.end() ? 0 : static_cast<double>(found->second);
}

std::string text_of_count(const std::optional<double>& value) {
  return value ? count_text(static_cast<std::uint64_t>(*value)) : kNone;
}

}  // namespace

const record::Launch* twin_of(const record::RunRecord& record, const record::Launch& launch,
                              const record::RunRecord& other) {
  std::optional<std::uint32_t> case_there;
  if (const auto* name = case_name_of(record, launch.case_index)) {
    const auto found = std::ranges::find(other.cases, *name, &record::Case::name);
    if (found == other.cases.end()) return nullptr;
    case_there = static_cast<std::uint32_t>(found - other.cases.begin());
  }
  auto left = std::ranges::count_if(record.launches, [&](const record::Launch& each) {
    return &each < &launch && each.case_index == launch.case_index;
  });
  for (const auto& each : other.launches) {
    if (each.case_index == case_there && left-- == 0) return &each;
  }
  return nullptr;
}

std::vector<TwinRow> twin_rows(const record::Device& device, const record::Launch& launch,
                               const record::Device& other_device, const record::Launch& other) {
  std::vector<TwinRow> rows;
  for (const auto& ratio : record::derived_metrics()) {
    const auto value = record::evaluate(ratio, launch.counters);
    const auto beside = record::evaluate(ratio, other.counters);
    if (!value && !beside) continue;
    const auto text = [&](const std::optional<double>& of) {
      return of ? ratio_text(*of) : std::string(kNone);
    };
    rows.push_back({std::string(ratio.short_name), text(value), text(beside),
                    std::string(ratio.name), !value || !beside || text(value) == text(beside)});
  }
  std::set<std::string> names;
  for (const auto* of : {&launch, &other}) {
    for (const auto& [name, value] : of->counters) {
      if (value != 0) names.insert(name);
    }
  }
  for (const auto& name : names) {
    const auto value = count_on(device, launch, name), beside = count_on(other_device, other, name);
    rows.push_back({std::string(record::metric_short_name(name)), text_of_count(value),
                    text_of_count(beside), name, !value || !beside || *value == *beside});
  }
  return rows;
}

}  // namespace warpscope::viewer
