// Two run records side by side: what their launches and source lines have more or less of.
#pragma once

#include <string>

#include "record/record.h"

namespace warpscope::runner {

/// Launches are the same when they are a kernel's first, second, … launch in both. Lines are when
/// their texts are, each as often as it stands in the file: they move while somebody types; without
/// a source, when their numbers are. Files are the same by their names; the only one that the first
/// lacks and the only one that the second lacks are, too. Of each, the counters that differ, the
/// largest change first. "Nothing differs." when nothing does.
std::string record_diff(const record::RunRecord& before, const record::RunRecord& after);

}  // namespace warpscope::runner
