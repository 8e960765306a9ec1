// A report as one HTML file that needs nothing else: no script, no address on the net.
#pragma once

#include <span>
#include <string>

#include "record/record.h"

namespace warpscope::runner {

/// The first record in full; the curves of all of them side by side (student beside reference), and
/// the launches of each that has no cases.
/// `has_seed`: false for students, who must not know the inputs of a grading.
/// Throws std::invalid_argument when there is no record.
std::string html_report(std::span<const record::RunRecord> records, bool has_seed = true);

}  // namespace warpscope::runner
