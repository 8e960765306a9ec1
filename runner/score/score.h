// Points for a run record, by a lab's checks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "record/record.h"
#include "runner/lab/lab_description.h"

namespace warpscope::runner {

/// Indices of the cases of a task (empty: of every task) whose names fit a pattern (empty: all).
std::vector<std::uint32_t> matching_cases(const record::RunRecord& record, std::string_view task,
                                          std::string_view pattern);

/// The score of a record whose cases and findings are complete. Every lost point has its reason,
/// with numbers and, where it is known, the line. A check that the record's device cannot tell has
/// 0 of 0 points, and its reason says what is missing (judgeable.h). `memory_checks`: the lab's.
record::Score score_record(const record::RunRecord& record,
                           const std::vector<CheckDescription>& checks,
                           const MemoryChecks& memory_checks = {});

}  // namespace warpscope::runner
