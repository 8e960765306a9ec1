// What warps waited for, of launches that the clock timed.
#pragma once

#include <string>

#include "record/record.h"

namespace warpscope::runner::html {

/// A table of the launches and one of their slowest lines; empty where none was timed.
std::string stalls(const record::RunRecord& record);

}  // namespace warpscope::runner::html
