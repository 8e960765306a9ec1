// The result of grading one file as Autolab reads it.
#pragma once

#include <string>

#include "record/record.h"

namespace warpscope::runner {

/// Two lines, which must be the last of standard output: the stages for Autolab's feedback, and
/// {"scores": {check id: points}}. The assessment has a problem of that name for each check.
/// Without scores where nothing was graded.
std::string autolab_lines(const record::RunRecord& record);

/// Where there is no submission to grade: the reason in a line, and no scores in the last one.
std::string autolab_none(const std::string& reason);

}  // namespace warpscope::runner
