// The launches of a program that belongs to no lab, for a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "record/record.h"

namespace warpscope::runner {

/// One row per launch with time and counters; at most `most_rows`, then a line that says how many
/// more there are and `where` all of them are. About 160 characters wide at most: long names of
/// kernels are shortened for it.
std::string launch_table(const record::RunRecord& record, std::size_t most_rows,
                         std::string_view where);

}  // namespace warpscope::runner
