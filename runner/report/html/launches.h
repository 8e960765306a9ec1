// The launches of a program that belongs to no lab.
#pragma once

#include <string>

#include "record/record.h"

namespace warpscope::runner::html {

/// A table with a row per launch; empty for a record that has cases, or no launch.
std::string launches(const record::RunRecord& record);

}  // namespace warpscope::runner::html
