// What several runs are called beside each other.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "record/record.h"

namespace warpscope::record {

/// The records' labels; equal ones get numbers: "saxpy 1", "saxpy 2".
std::vector<std::string> distinct_labels(std::span<const RunRecord* const> records);

/// The same, as the records' labels.
void make_labels_distinct(std::span<RunRecord> records);

}  // namespace warpscope::record
