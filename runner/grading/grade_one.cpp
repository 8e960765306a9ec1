#include "runner/grading/grade_one.h"

#include "runner/grading/feedback.h"
#include "runner/report/grade_json.h"
#include "runner/run_lab.h"

namespace warpscope::runner {
namespace {

/// What is kept of every submission: nothing that takes much room or differs between two gradings.
record::RunRecord kept_part(record::RunRecord record) {
  record.created.clear();
  record.host_timings = {};
  record.launches.clear();
  record.transfers.clear();
  record.sources.clear();
  record.sweeps.clear();
  record.measured_curves.clear();
  record.beside_curves.clear();
  for (auto& finding : record.findings) finding.launch.reset();
  for (auto& item : record.cases) item.sweep.clear();
  return record;
}

}  // namespace

bool grade_one(const Installation& installation, const GradingFolder& folder,
               const GradingPlan& plan, std::size_t index, const std::stop_token& cancel) {
  const auto& submission = plan.submissions.at(index);
  RunRequest request;
  request.lab = plan.lab;
  request.file = submission.file;
  request.known_as = submission.known_as;
  request.own = {submission.root, true};
  request.label = submission.name;
  request.profile = plan.profile;
  request.seed = plan.seed;
  request.rules = plan.rules;
  request.allows_weak_sandbox = plan.allows_weak_sandbox;
  request.has_stand_ins = true;
  request.has_other_orders = true;
  // The key is of the text before the run: a file that changes meanwhile is graded again next time.
  const auto key = key_of(plan, submission);
  const auto record = run_lab(installation, request, {}, cancel);
  if (record.outcome.kind == record::Outcome::Kind::canceled) return false;
  GradingResult result;
  result.key = key.value_or("");
  result.json = grade_json(record);
  result.record = kept_part(record);
  // First of all: what cannot be written behind it takes no result with it.
  folder.save_result(submission, result);
  if (plan.keeps_records) record::save(record, folder.record_file(submission));
  if (!plan.feedback.empty()) {
    const auto rules = plan.rules.empty() ? InstructorRules() : load_rules(plan.rules);
    write_feedback(plan.feedback, submission, record, rules);
  }
  return true;
}

}  // namespace warpscope::runner
