#include "runner/metrics/case_columns.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/quantity.h"
#include "record/derived.h"
#include "record/metrics.h"
#include "runner/metrics/case_metrics.h"
#include "runner/metrics/timeline.h"

namespace warpscope::runner {
namespace {

using record::RunRecord;
using ColumnKind = CaseColumn::Kind;
using Shown = CaseColumn::Shown;

constexpr std::string_view kOperationsAtOnce = "warpscope__timeline_operations_at_once.ratio";
constexpr std::string_view kStreamsWithWork = "warpscope__streams_with_work.max";

constexpr std::array kCaseColumns{
    CaseColumn{"time", "", "Device time of its launches", ColumnKind::time_s, Shown::always, true},
    CaseColumn{"useful bandwidth", case_metric::kEffectiveBandwidth,
               "Bytes that the task must move, over that time", ColumnKind::bytes_per_s,
               Shown::always, true},
    CaseColumn{"load requests", record::metric::kLoadRequests,
               "Requests of loads from global memory, one for each warp and instruction"},
    CaseColumn{"load sectors", record::metric::kLoadSectors,
               "Sectors of 32 bytes that these requests touched"},
    CaseColumn{"sectors/load", record::derived::kSectorsPerLoadRequest, "Sectors per load request",
               ColumnKind::ratio, Shown::always, true},
    CaseColumn{"store requests", record::metric::kStoreRequests,
               "Requests of stores to global memory"},
    CaseColumn{"store sectors", record::metric::kStoreSectors,
               "Sectors of 32 bytes that these requests touched"},
    CaseColumn{"sectors/store", record::derived::kSectorsPerStoreRequest,
               "Sectors per store request", ColumnKind::ratio, Shown::always, true},
    CaseColumn{"turns", case_metric::kAtomicSectorsOfAll,
               "Sectors that atomics on global memory took, one after the other for the same word",
               ColumnKind::count, Shown::where_any},
    CaseColumn{"instructions", record::metric::kInstructions,
               "Instructions that warps executed, of PTX"},
    CaseColumn{"lanes", record::derived::kLanesPerInstruction,
               "Lanes that took part in an instruction, of 32, on average", ColumnKind::ratio,
               Shown::always, true},
    CaseColumn{"divergent branches", record::metric::kDivergentBranches,
               "Branches at which lanes of a warp parted", ColumnKind::count, Shown::where_any},
    CaseColumn{"barriers", record::metric::kBarriers, "Barriers that warps executed",
               ColumnKind::count, Shown::where_any},
    CaseColumn{"conflicts", record::metric::kSharedConflicts,
               "Passes over shared memory's banks beyond those that were needed", ColumnKind::count,
               Shown::where_any},
    CaseColumn{"bank-conflict ways", record::derived::kSharedConflictWays,
               "Passes over those needed, of loads and stores together; 1 is free of conflicts",
               ColumnKind::ratio, Shown::where_any, true},
    CaseColumn{"first to last, \u00b5s", timeline_metric::kSpan,
               "From its first operation on the device to its last", ColumnKind::ratio,
               Shown::streams, true},
    CaseColumn{"at once", kOperationsAtOnce,
               "Its operations' durations together over that time; 1: nothing overlaps",
               ColumnKind::ratio, Shown::streams, true},
};

bool uses_streams(const RunRecord& record) {
  constexpr double kSeveral = 2;
  for (std::uint32_t i = 0; i < record.cases.size(); ++i) {
    if (case_metric_value(record, std::array{i}, kStreamsWithWork).value_or(0) >= kSeveral)
      return true;
  }
  return false;
}

bool has_any(const CaseColumn& column, const RunRecord& record) {
  for (std::uint32_t i = 0; i < record.cases.size(); ++i) {
    if (case_value(column, record, i).value_or(0) != 0) return true;
  }
  return false;
}

bool is_shown(const CaseColumn& column, const RunRecord& record) {
  switch (column.shown) {
    case Shown::where_any:
      return has_any(column, record);
    case Shown::streams:
      return uses_streams(record);
    case Shown::always:
      break;
  }
  return true;
}

}  // namespace

bool CaseColumn::is_of_times() const { return metric.empty() || is_made_of_times(metric); }

std::span<const CaseColumn> all_case_columns() { return kCaseColumns; }

std::vector<CaseColumn> case_columns(const RunRecord& record) {
  std::vector<CaseColumn> columns;
  std::ranges::copy_if(kCaseColumns, std::back_inserter(columns),
                       [&](const CaseColumn& column) { return is_shown(column, record); });
  return columns;
}

std::optional<double> case_value(const CaseColumn& column, const RunRecord& record,
                                 std::uint32_t case_index) {
  if (column.kind == ColumnKind::time_s) return record::case_kernel_s(record, case_index);
  if (column.kind == ColumnKind::bytes_per_s)
    return record::effective_bandwidth_bytes_per_s(record, case_index);
  return case_metric_value(record, std::array{case_index}, column.metric);
}

std::string case_text(const CaseColumn& column, const RunRecord& record, std::uint32_t case_index) {
  const auto value = case_value(column, record, case_index);
  switch (column.kind) {
    case ColumnKind::time_s:
      return time_text(value.value_or(0));
    case ColumnKind::bytes_per_s:
      return bandwidth_text(value);
    case ColumnKind::count:
      return value ? count_text(static_cast<std::uint64_t>(std::llround(*value)))
                   : ratio_text(value);
    case ColumnKind::ratio:
      break;
  }
  return ratio_text(value);
}

}  // namespace warpscope::runner
