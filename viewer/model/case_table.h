// The numbers of each case, for a table.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "record/record.h"
#include "runner/metrics/case_columns.h"

namespace warpscope::viewer {

/// Requests and sectors of one kind of access to global memory.
struct Traffic {
  std::uint64_t requests = 0, sectors = 0;
  /// Nothing without a request.
  std::optional<double> sectors_per_request() const {
    if (requests == 0) return std::nullopt;
    return static_cast<double>(sectors) / static_cast<double>(requests);
  }
};

/// Time on the device's clock that launches and copies took; times that overlap count twice.
struct DeviceTime {
  double kernels_s = 0, copies_s = 0;
  /// Copies over both, 0…1; nothing when neither took time.
  std::optional<double> copy_share() const;
};

struct CaseRow {
  std::string name;
  record::Case::Verdict verdict = record::Case::Verdict::not_run;
  std::string message;
  DeviceTime time;
  std::vector<std::string> cells;  ///< one for each runner::all_case_columns()
};

struct CaseTable {
  std::vector<CaseRow> rows;   ///< one for each case of the record, in its order
  std::vector<bool> is_shown;  ///< for each runner::all_case_columns(): whether the record has it
};

CaseTable case_table(const record::RunRecord& record);
/// Of the whole run.
DeviceTime device_time(const record::RunRecord& record);
/// Loads and stores of global memory out of counters.
Traffic loads_of(const record::Counters& counters);
Traffic stores_of(const record::Counters& counters);

}  // namespace warpscope::viewer
