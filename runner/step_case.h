// A run of one case of a lab, of which a launch is stepped through.
#pragma once

#include <stop_token>
#include <vector>

#include "labs/judge/judge.h"
#include "record/record.h"
#include "runner/build/exercise_build.h"
#include "runner/run/program_session.h"

namespace warpscope::runner {

/// Runs the case that `steps` names until its end. The outcome's message says what became of it.
/// Throws std::runtime_error, with a list, when there is no such case.
void step_through_case(StepLink& steps, const ExerciseBuild& build, ProgramSession::Setup setup,
                       const judge::Judge& judge, const std::vector<judge::Case>& cases,
                       const std::stop_token& cancel, record::RunRecord& record);

}  // namespace warpscope::runner
