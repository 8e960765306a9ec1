// What warps brought to shared memory, of launches that the clock timed, for a terminal.
#pragma once

#include <cstddef>
#include <string>

#include "record/record.h"

namespace warpscope::runner {

/// A row for each of the first `most_launches` launches with transfers to shared memory, and the
/// timeline of the longest one's ring, in letters. Empty where there are none. What is broken
/// beside the record is said in a sentence.
std::string transfer_table(const record::RunRecord& record, std::size_t most_launches);

}  // namespace warpscope::runner
