// Work that an answer does not come from, and inputs that went into no answer.
#pragma once

#include <cstdint>
#include <string>

#include "labs/judge/judge.h"
#include "record/record.h"
#include "runner/origin/answer_copies.h"
#include "runner/origin/data_flow.h"

namespace warpscope::runner {

/// Tells the launches and transfers of a case whether its answer comes from what they wrote
/// (record::Launch::is_unused); does nothing where that is not known. Gives the name of the first
/// input of at least 1 KiB of which the answer comes from less than an eighth; empty if there is
/// none, or that is not known.
std::string mark_unused(const judge::Case& set, Outputs outputs, std::uint32_t case_index,
                        const DataFlow& flow, record::RunRecord& record);

}  // namespace warpscope::runner
