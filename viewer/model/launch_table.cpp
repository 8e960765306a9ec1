#include "viewer/model/launch_table.h"

#include <algorithm>
#include <array>

#include "base/quantity.h"
#include "record/cut_off.h"
#include "record/derived.h"
#include "record/export/csv_table.h"
#include "record/kernel_name.h"
#include "record/metrics.h"
#include "record/names.h"
#include "record/occupancy.h"
#include "viewer/model/selection.h"
#include "viewer/model/word_search.h"

namespace warpscope::viewer {
namespace {

constexpr std::string_view kNumber = "launch", kKernel = "kernel", kCase = "case";
constexpr std::string_view kTime = "time", kOccupancy = "occupancy";

double volume(const record::Dim3& size) { return static_cast<double>(size.x) * size.y * size.z; }

enum class Source : std::uint8_t { none, times };

/// A number of a launch that is no counter.
struct Property {
  std::string_view id, unit, meaning;
  Source source;
  std::optional<double> (*value)(const record::RunRecord&, const record::Launch&);
};

/// Nothing for 0.
std::optional<double> some(double value) { return value > 0 ? std::optional(value) : std::nullopt; }

constexpr std::array kProperties{
    Property{kTime, "s", "How long it took on the device.", Source::times,
             [](const auto&, const auto& launch) { return std::optional(launch.duration_s); }},
    Property{"start", "s", "When it began, on the device's clock.", Source::times,
             [](const auto&, const auto& launch) { return std::optional(launch.start_s); }},
    Property{"blocks", "", "Blocks of the grid.", Source::none,
             [](const auto&, const auto& launch) { return std::optional(volume(launch.grid)); }},
    Property{"threads", "", "Threads of a block.", Source::none,
             [](const auto&, const auto& launch) { return std::optional(volume(launch.block)); }},
    Property{"shared memory", "bytes", "Shared memory of a block, static and dynamic.",
             Source::none,
             [](const auto&, const auto& launch) {
               return some(double{1} * launch.static_shared_bytes + launch.dynamic_shared_bytes);
             }},
    Property{kOccupancy, "",
             "Warps that a multiprocessor holds at a time, of those that it could hold, and what "
             "keeps the next block out.",
             Source::none,
             [](const auto& record, const auto& launch) {
               const auto occupancy = record::occupancy_of(record, launch);
               return occupancy ? std::optional(occupancy->share) : std::nullopt;
             }},
    Property{"DRAM", "bytes", "Bytes that it moved from and to the device's memory.", Source::times,
             [](const auto&, const auto& launch) {
               return some(static_cast<double>(launch.dram_bytes));
             }},
    Property{"stream", "", "The stream that it was launched into.", Source::none,
             [](const auto&, const auto& launch) {
               return std::optional(static_cast<double>(launch.stream));
             }},
    Property{"stands for", "launches",
             "Launches of this kernel that the row stands for: their times and counters are added.",
             Source::none,
             [](const auto&, const auto& launch) {
               return launch.count > 1 ? std::optional(static_cast<double>(launch.count))
                                       : std::nullopt;
             }},
};

const Property* find_property(std::string_view id) {
  const auto found = std::ranges::find(kProperties, id, &Property::id);
  return found == kProperties.end() ? nullptr : &*found;
}

bool has_value(const record::RunRecord& record, std::string_view field) {
  return std::ranges::any_of(record.launches, [&](const record::Launch& launch) {
    return launch_value(record, launch, field).has_value();
  });
}

LaunchField counter_field(const record::RunRecord& record, std::string_view name,
                          std::string_view meaning) {
  // The certainty of machine code's counters is each launch's own.
  std::string source(record::in_words(record.device.counters));
  if (record::metric::is_of_machine_code(name)) {
    for (const auto& launch : record.launches) {
      if (!launch.machine_instructions) continue;
      if (*launch.machine_instructions != record::Certainty::exact)
        source = "not exact: " + std::string(record::in_words(*launch.machine_instructions));
    }
  }
  return {std::string(name),
          std::string(record::metric_short_name(name)),
          std::string(record::metric_unit(name)),
          std::string(meaning),
          std::move(source),
          false};
}

std::string text_field(const record::RunRecord& record, const record::Launch& launch,
                       std::string_view field) {
  if (field == kKernel) return record::short_kernel_name(launch.kernel);
  const auto* name = case_name_of(record, launch.case_index);
  return name == nullptr ? std::string() : *name;
}

bool is_text(std::string_view field) { return field == kKernel || field == kCase; }

std::vector<std::uint32_t> filtered(const record::RunRecord& record, const std::string& filter) {
  const auto wanted = words(filter);
  std::vector<std::uint32_t> rows;
  for (std::uint32_t i = 0; i < record.launches.size(); ++i) {
    const auto& launch = record.launches[i];
    const auto matches = [&] {
      const auto* name = case_name_of(record, launch.case_index);
      return has_all(lower(launch.kernel + "\n" + (name == nullptr ? "" : *name)), wanted);
    };
    if (wanted.empty() || matches()) rows.push_back(i);
  }
  return rows;
}

/// Sorts rows by their keys; those without one come last either way.
template <class Key>
void sort_by(std::vector<std::uint32_t>& rows, const std::vector<std::optional<Key>>& keys,
             bool is_descending) {
  std::ranges::stable_sort(rows, [&](std::uint32_t a, std::uint32_t b) {
    const auto &first = keys[a], &second = keys[b];
    if (!first || !second) return first.has_value() && !second;
    return is_descending ? *second < *first : *first < *second;
  });
}

}  // namespace

std::vector<LaunchField> launch_fields(const record::RunRecord& record) {
  std::vector<LaunchField> fields;
  fields.push_back({std::string(kKernel), "kernel", "", "The kernel's name.", "", true});
  if (!record.cases.empty())
    fields.push_back(
        {std::string(kCase), "case", "", "The call of the judge that it belongs to.", "", true});
  const std::string times(record::in_words(record.device.times));
  for (const auto& property : kProperties) {
    if (!has_value(record, property.id)) continue;
    fields.push_back({std::string(property.id), std::string(property.id),
                      std::string(property.unit), std::string(property.meaning),
                      property.source == Source::times ? times : std::string(), false});
  }
  const auto totals = record::total_counters(record);
  for (const auto& ratio : record::derived_metrics()) {
    if (record::evaluate(ratio, totals))
      fields.push_back(counter_field(record, ratio.name, ratio.description));
  }
  for (const auto& metric : record::metrics()) {
    const auto found = totals.find(metric.name);
    if (found != totals.end() && found->second != 0)
      fields.push_back(counter_field(record, metric.name, metric.description));
  }
  for (const auto& [name, value] : totals) {
    if (value != 0 && record::find_metric(name) == nullptr)
      fields.push_back(counter_field(record, name, "A counter of a newer version of Warpscope."));
  }
  return fields;
}

std::vector<std::string> usual_launch_fields() {
  namespace metric = record::metric;
  namespace derived = record::derived;
  std::vector<std::string> ids;
  for (const auto id :
       {kKernel, kCase, kTime, std::string_view("blocks"), std::string_view("threads"), kOccupancy,
        metric::kLoadRequests, metric::kLoadSectors, derived::kSectorsPerLoadRequest,
        metric::kStoreRequests, metric::kStoreSectors, derived::kSectorsPerStoreRequest,
        derived::kLanesPerInstruction})
    ids.emplace_back(id);
  return ids;
}

std::optional<double> launch_value(const record::RunRecord& record, const record::Launch& launch,
                                   std::string_view field) {
  if (is_text(field)) return std::nullopt;
  if (const auto* property = find_property(field)) return property->value(record, launch);
  if (launch.counters.empty()) return std::nullopt;  // it was not counted
  return record::metric_value(field, launch.counters);
}

std::string launch_text(const record::RunRecord& record, const record::Launch& launch,
                        std::string_view field) {
  if (is_text(field)) return text_field(record, launch, field);
  if (field == kTime) return record::launch_time_text(launch);
  if (field == kOccupancy) return record::occupancy_text(record, launch);
  const auto value = launch_value(record, launch, field);
  if (!value) return {};
  if (field == "start") return time_text(*value);
  if (record::find_derived_metric(field) != nullptr) return ratio_text(*value);
  constexpr double kMostOfCount = 1e18;
  return *value < kMostOfCount ? count_text(static_cast<std::uint64_t>(*value))
                               : number_text(*value);
}

std::vector<std::uint32_t> launch_rows(const record::RunRecord& record, const LaunchOrder& order) {
  auto rows = filtered(record, order.filter);
  if (order.sorted_by.empty()) return rows;
  if (order.sorted_by == kNumber) {
    if (order.is_descending) std::ranges::reverse(rows);
    return rows;
  }
  // Each key is made once.
  if (is_text(order.sorted_by)) {
    std::vector<std::optional<std::string>> keys(record.launches.size());
    for (const auto i : rows) keys[i] = text_field(record, record.launches[i], order.sorted_by);
    sort_by(rows, keys, order.is_descending);
    return rows;
  }
  std::vector<std::optional<double>> keys(record.launches.size());
  for (const auto i : rows) keys[i] = launch_value(record, record.launches[i], order.sorted_by);
  sort_by(rows, keys, order.is_descending);
  return rows;
}

std::string launches_csv(const record::RunRecord& record, std::span<const LaunchField> fields,
                         std::span<const std::uint32_t> rows) {
  record::CsvTable table;
  table.cell(std::string_view(kNumber));
  for (const auto& field : fields) {
    std::string heading = field.heading;
    if (!field.unit.empty()) heading += ", " + field.unit;
    if (!field.source.empty()) heading += " (" + field.source + ")";
    table.cell(std::string_view(heading));
  }
  table.end_row();
  for (const auto i : rows) {
    const auto& launch = record.launches[i];
    table.cell(std::uint64_t{i});
    for (const auto& field : fields) {
      if (field.is_text) {
        table.cell(std::string_view(text_field(record, launch, field.id)));
      } else {
        table.cell(launch_value(record, launch, field.id));
      }
    }
    table.end_row();
  }
  return table.take();
}

}  // namespace warpscope::viewer
