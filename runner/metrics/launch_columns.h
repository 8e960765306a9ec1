// What a table of launches shows of each one's counters. A new column is a row of the table in
// launch_columns.cpp.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "record/record.h"

namespace warpscope::runner {

struct LaunchColumn {
  std::string_view group;    ///< heading over neighbouring columns: "global loads"; may be empty
  std::string_view heading;  ///< "requests"
  bool is_ratio = false;     ///< otherwise a whole number
  bool is_optional = false;  ///< left out when no launch has anything to show
  std::optional<double> (*value)(const record::Counters& counters);
};

/// The columns that a table of this record's launches has, in their order.
std::vector<LaunchColumn> launch_columns(const record::RunRecord& record);

}  // namespace warpscope::runner
