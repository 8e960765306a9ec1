// The columns of a table of cases. Handouts, printed tables, HTML reports and the window call a
// number by the heading that stands here and nowhere else. A new column is a row of the table in
// case_columns.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "record/record.h"

namespace warpscope::runner {

struct CaseColumn {
  enum class Kind : std::uint8_t { time_s, bytes_per_s, count, ratio };
  /// Which records have the column.
  enum class Shown : std::uint8_t {
    always,
    where_any,  ///< only those with a case that has such a number, and not 0
    streams,    ///< only those with a case whose work is in several streams
  };

  std::string_view heading;  ///< "sectors/load"
  std::string_view metric;   ///< of case_metrics.h; empty for the time in kernels
  std::string_view meaning;  ///< for a tooltip
  Kind kind = Kind::count;
  Shown shown = Shown::always;
  bool is_printed = false;  ///< in the text of a report as well, which has little room

  /// Whether it is made of times: modelled on the virtual GPU, where counts are exact.
  bool is_of_times() const;
};

/// All of them, in their order.
std::span<const CaseColumn> all_case_columns();

/// Those that this record's cases have, in their order.
std::vector<CaseColumn> case_columns(const record::RunRecord& record);

/// The number of a case; nothing where it has no meaning there.
std::optional<double> case_value(const CaseColumn& column, const record::RunRecord& record,
                                 std::uint32_t case_index);

/// The same for people, with its unit: "12.5 µs", "3.21 TB/s", "4,096", "16.5"; "–" when there is
/// none.
std::string case_text(const CaseColumn& column, const record::RunRecord& record,
                      std::uint32_t case_index);

}  // namespace warpscope::runner
