// The result of grading one file as JSON, for scripts. The same for the same file, seed and profile
// on every machine: it holds no host times.
#pragma once

#include <string>

#include "record/record.h"

namespace warpscope::runner {

/// {"lab", "label", "file", "sha256", "seed", "device", "sandbox", "outcome": {"kind", "message"},
///  "score": {…} as in a record, "findings": […] as in a record, "cases": [{"name", "verdict",
///  "message"}]}
std::string grade_json(const record::RunRecord& record);

}  // namespace warpscope::runner
