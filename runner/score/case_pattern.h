// What the cases that went wrong have in common.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "record/record.h"

namespace warpscope::runner {

/// "Not correct are those with count 1, 31, 33 (all that are no multiple of 32); correct are
/// 0, 32.", of cases of one task and one of their parameters; empty where no parameter tells the
/// right ones from the wrong ones, or too few say so. Cases that did not run are left out.
std::string pattern_of_cases(const record::RunRecord& record,
                             const std::vector<std::uint32_t>& cases);

}  // namespace warpscope::runner
