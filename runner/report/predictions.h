// What was predicted of a run, beside what it counted.
#pragma once

#include <string>

#include "record/record.h"

namespace warpscope::runner {

/// A table with a row for each number and choice, and for each point of a curve; empty for a record
/// without predictions.
std::string predictions_text(const record::RunRecord& record);

}  // namespace warpscope::runner
