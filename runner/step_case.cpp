#include "runner/step_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "runner/run/case_runner.h"
#include "runner/run/gpu_profile.h"

namespace warpscope::runner {
namespace {

/// Somebody thinks between two steps.
constexpr double kLongRun_s = 24 * 3600.0;

std::vector<judge::Case> cases_named(const std::vector<judge::Case>& cases,
                                     const std::string& name) {
  if (cases.empty()) throw std::runtime_error("The lab has no cases.");
  if (name.empty()) return cases;
  const auto found = std::ranges::find(cases, name, &judge::Case::name);
  if (found != cases.end()) return {*found};
  std::string known;
  for (const auto& each : cases) known += (known.empty() ? "" : ", ") + each.name;
  throw std::runtime_error(fmt::format("There is no case \"{}\"; there are: {}.", name, known));
}

}  // namespace

void step_through_case(StepLink& steps, const ExerciseBuild& build, ProgramSession::Setup setup,
                       const judge::Judge& judge, const std::vector<judge::Case>& cases,
                       const std::stop_token& cancel, record::RunRecord& record) {
  if (gpu_index(setup.profile))
    throw std::runtime_error("Only a virtual GPU can be stepped through.");
  const auto chosen = cases_named(cases, steps.target().case_name);
  steps.set_sources([&](const std::string& file) { return build.source_name(file); },
                    record.sources);
  setup.steps = &steps;
  setup.limits.case_s = setup.limits.total_s = setup.limits.cpu_s = kLongRun_s;
  setup.sessions_at_once = 1;
  setup.memory_checks.is_on = false;
  setup.uses_clock = false;
  CasesRun run;
  std::string name;
  // The first one that has such a launch, each in a process of its own.
  for (const auto& each : chosen) {
    EventCollector events;
    name = each.name;
    run = run_cases(
        setup, judge, {each}, events, [](std::size_t) {}, cancel);
    if (steps.stood() != nullptr || run.is_canceled || !run.tool_error.empty()) break;
  }
  using Kind = record::Outcome::Kind;
  auto& outcome = record.outcome;
  outcome.program_output = run.output;
  if (run.is_canceled) {
    outcome.kind = Kind::canceled;
    outcome.message = "The run was canceled.";
  } else if (!run.tool_error.empty()) {
    outcome.kind = Kind::tool_error;
    outcome.message = run.tool_error;
  } else {
    const auto& ran = run.cases.front();
    const bool is_answered = ran.is_run && ran.end == CaseEnd::Kind::answered;
    const std::string what = is_answered && ran.opinion.is_correct ? "Its answer is right."
                             : is_answered                         ? ran.opinion.message
                                                                   : ran.message;
    outcome.message = fmt::format("The case {} has ended. {}", name, what);
  }
}

}  // namespace warpscope::runner
