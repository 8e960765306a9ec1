// What must be so beside the value of a check: LimitBeside, `beside` of a lab.toml.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "record/record.h"
#include "runner/lab/lab_description.h"

namespace warpscope::runner {

/// Why the check has no points: the first of its limits that is broken, as sentences with numbers
/// and, where it is known, the line. Empty: none is. Where nothing is there to count, 0 counts. Of
/// two values, that of all that was done and that of what the answers come from, the worse one
/// does. What the device does not count is not asked. `cases`: of the check.
std::string why_beside(const record::RunRecord& record, const CheckDescription& check,
                       const std::vector<std::uint32_t>& cases);

/// "; most of it is at exercise.cu:17", of what the launches of the cases did, where lines have the
/// counter; or nothing.
std::string line_with_most(const record::RunRecord& record, const std::vector<std::uint32_t>& cases,
                           std::string_view metric);

/// The sentence with a space before it, to stand behind others; nothing where there is none.
std::string behind(const std::string& sentence);

/// Counters of the lines of the cases' launches together.
std::vector<record::LineCounters> lines_of(const record::RunRecord& record,
                                           const std::vector<std::uint32_t>& cases);

}  // namespace warpscope::runner
