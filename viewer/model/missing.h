// Why a record has nothing for a pane: what is missing, why, and where to look instead.
#pragma once

#include <string>

#include "record/record.h"

namespace warpscope::viewer {

std::string why_no_sweeps(const record::RunRecord& record);
/// Of one quantity of a sweep: "bank conflict ways".
std::string why_no_points(const record::RunRecord& record, const record::Sweep& sweep,
                          const std::string& quantity);
std::string why_no_cases(const record::RunRecord& record);
std::string why_no_launches(const record::RunRecord& record);
std::string why_no_score(const record::RunRecord& record);
std::string why_no_source(const record::RunRecord& record);

/// For the panes of a lab's texts when none is open.
inline constexpr const char* kNoLab =
    "No lab is open: this record comes from a program that is not a lab's, or its lab is not "
    "installed here. Choose a lab on the left to read its texts.";

}  // namespace warpscope::viewer
