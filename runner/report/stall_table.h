// What warps waited for, of launches that the clock timed, for a terminal.
#pragma once

#include <cstddef>
#include <string>

#include "record/record.h"

namespace warpscope::runner {

/// A row for each of the first `most_launches` launches that were timed, and of the longest of
/// these the lines where their warps lose most. Empty where none was timed.
std::string stall_table(const record::RunRecord& record, std::size_t most_launches);

}  // namespace warpscope::runner
