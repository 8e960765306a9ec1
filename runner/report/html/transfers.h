// What warps brought to shared memory, of launches that the clock timed, as HTML.
#pragma once

#include <string>

#include "record/record.h"

namespace warpscope::runner::html {

/// A row for each of the longest launches with transfers, and a drawing of the transfers of one
/// block of each of the first few. Empty where there are none; what is broken beside the record is
/// said in a sentence.
std::string transfers(const record::RunRecord& record);

}  // namespace warpscope::runner::html
