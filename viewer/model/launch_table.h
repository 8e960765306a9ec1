// The launches of a record as a table: which columns there are, in which order rows come, and the
// same as comma-separated values.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "record/record.h"

namespace warpscope::viewer {

/// A column that a table of launches may have.
struct LaunchField {
  std::string id;       ///< of a counter or a ratio its name in Nsight Compute; else "time", …
  std::string heading;  ///< of a counter its short name
  std::string unit;     ///< may be empty
  std::string meaning;  ///< one sentence
  std::string source;   ///< "exact count", "modelled", "measured"; empty for names and numbers
  bool is_text = false;
};

/// All that this record's launches have something for: shape, time, ratios, counters.
std::vector<LaunchField> launch_fields(const record::RunRecord& record);
/// The ids of those that are shown until the user chooses others.
std::vector<std::string> usual_launch_fields();

/// Nothing where the launch has none, and of a column of texts.
std::optional<double> launch_value(const record::RunRecord& record, const record::Launch& launch,
                                   std::string_view field);
/// As a cell shows it; may be empty.
std::string launch_text(const record::RunRecord& record, const record::Launch& launch,
                        std::string_view field);

/// What decides which launches are shown, and in which order.
struct LaunchOrder {
  std::string filter;     ///< words, each in the kernel's name or the case's, in any case
  std::string sorted_by;  ///< a field's id; empty: as they ran
  bool is_descending = false;
  bool operator==(const LaunchOrder&) const = default;
};

/// Places in RunRecord::launches. Launches without a value come last; equal ones as they ran.
std::vector<std::uint32_t> launch_rows(const record::RunRecord& record, const LaunchOrder& order);

/// One row for each of `rows`, below the headings with their units. Numbers are not rounded.
std::string launches_csv(const record::RunRecord& record, std::span<const LaunchField> fields,
                         std::span<const std::uint32_t> rows);

}  // namespace warpscope::viewer
