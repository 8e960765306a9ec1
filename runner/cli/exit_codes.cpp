#include "runner/cli/exit_codes.h"

namespace warpscope::cli {

const char* exit_code_help() {
  return "Exit codes: 0 full marks, 1 points lost, 2 wrong command line, 3 compile error, 4 "
         "crash,\n"
         "5 time limit, 6 failure of the tool itself, 7 wrong answer, 8 error on the device,\n"
         "130 canceled.";
}

ExitCode exit_code_of(const record::RunRecord& record) {
  switch (record.outcome.kind) {
    case record::Outcome::Kind::completed:
      break;
    case record::Outcome::Kind::compile_error:
      return kCompileError;
    case record::Outcome::Kind::wrong_answer:
      return kWrongAnswer;
    case record::Outcome::Kind::device_error:
    case record::Outcome::Kind::out_of_memory:
      return kDeviceError;
    case record::Outcome::Kind::crashed:
      return kCrashed;
    case record::Outcome::Kind::timed_out:
      return kTimedOut;
    case record::Outcome::Kind::canceled:
      return kCanceled;
    case record::Outcome::Kind::tool_error:
      return kToolError;
  }
  const bool is_full = !record.score || record.score->points >= record.score->max_points;
  return is_full ? kFullMarks : kPointsLost;
}

}  // namespace warpscope::cli
