// What the program returns to the shell. docs/reference/command_line.md lists the same table.
#pragma once

#include "record/record.h"

namespace warpscope::cli {

enum ExitCode : int {
  kFullMarks = 0,
  kPointsLost = 1,  ///< every answer is right, but points were lost
  kUsage = 2,       ///< the command line is wrong
  kCompileError = 3,
  kCrashed = 4,  ///< also when the program ended before it answered
  kTimedOut = 5,
  kToolError = 6,  ///< not the student's fault
  kWrongAnswer = 7,
  kDeviceError = 8,  ///< e.g. an access out of bounds
  kCanceled = 130,
};

/// For the end of --help.
const char* exit_code_help();

/// For a lab's record.
ExitCode exit_code_of(const record::RunRecord& record);

}  // namespace warpscope::cli
