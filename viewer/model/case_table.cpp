#include "viewer/model/case_table.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "record/alone.h"
#include "record/derived.h"
#include "record/metrics.h"

namespace warpscope::viewer {
namespace {

using runner::CaseColumn;

std::uint64_t sum_of(const record::Counters& counters, std::string_view name) {
  const auto found = counters.find(name);
  return found == counters.end() ? 0 : found->second;
}

/// Copies between host buffers do not use the device, fills are no copies.
bool is_device_copy(const record::Transfer& transfer) {
  using Kind = record::Transfer::Kind;
  return transfer.kind != Kind::host_to_host && transfer.kind != Kind::fill;
}

void add_time(double& sum_s, double duration_s) {
  if (std::isfinite(duration_s) && duration_s > 0) sum_s += duration_s;
}

}  // namespace

std::optional<double> DeviceTime::copy_share() const {
  const double both_s = kernels_s + copies_s;
  return both_s > 0 ? std::optional(copies_s / both_s) : std::nullopt;
}

Traffic loads_of(const record::Counters& counters) {
  return {sum_of(counters, record::metric::kLoadRequests),
          sum_of(counters, record::metric::kLoadSectors)};
}

Traffic stores_of(const record::Counters& counters) {
  return {sum_of(counters, record::metric::kStoreRequests),
          sum_of(counters, record::metric::kStoreSectors)};
}

CaseTable case_table(const record::RunRecord& record) {
  CaseTable table;
  const auto shown = runner::case_columns(record);
  for (const auto& column : runner::all_case_columns()) {
    table.is_shown.push_back(std::ranges::find(shown, column.heading, &CaseColumn::heading) !=
                             shown.end());
  }
  auto& rows = table.rows;
  rows.resize(record.cases.size());
  const auto row_of = [&](std::optional<std::uint32_t> case_index) -> CaseRow* {
    return case_index && *case_index < rows.size() ? &rows[*case_index] : nullptr;
  };
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    rows[i].name = record.cases[i].name;
    rows[i].verdict = record.cases[i].verdict;
    rows[i].message = record.cases[i].message;
    for (const auto& column : runner::all_case_columns())
      rows[i].cells.push_back(case_text(column, record, i));
  }
  for (const auto& launch : record.launches) {
    CaseRow* row = row_of(launch.case_index);
    if (row == nullptr) continue;
    add_time(row->time.kernels_s, record::alone_s(launch));
  }
  for (const auto& transfer : record.transfers) {
    CaseRow* row = row_of(transfer.case_index);
    if (row != nullptr && is_device_copy(transfer))
      add_time(row->time.copies_s, transfer.duration_s);
  }
  return table;
}

DeviceTime device_time(const record::RunRecord& record) {
  DeviceTime time;
  for (const auto& launch : record.launches) add_time(time.kernels_s, record::alone_s(launch));
  for (const auto& transfer : record.transfers) {
    if (is_device_copy(transfer)) add_time(time.copies_s, transfer.duration_s);
  }
  return time;
}

}  // namespace warpscope::viewer
