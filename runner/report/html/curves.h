// The curves of a lab's sweeps: bandwidth and sectors per request, one line per record.
#pragma once

#include <span>
#include <string>

#include "record/record.h"

namespace warpscope::runner::html {

/// Plots of the first record's sweeps; empty when it has none.
std::string curves(std::span<const record::RunRecord> records);

}  // namespace warpscope::runner::html
