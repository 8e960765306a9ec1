#include "viewer/model/prediction_job.h"

#include <exception>
#include <utility>

namespace warpscope::viewer {

PredictionJob::PredictionJob(RunLab run_lab, const runner::LabInfo& lab,
                             std::vector<runner::PredictionRun> runs, std::function<void()> wake) {
  thread_ =
      std::jthread([this, run_lab = std::move(run_lab), lab = lab.id, folder = lab.folder,
                    runs = std::move(runs), wake = std::move(wake)](const std::stop_token& cancel) {
        run(run_lab, lab, folder, runs, wake, cancel);
        say(stage_, {});
        is_finished_ = true;
        wake();
      });
}

void PredictionJob::run(const RunLab& run_lab, const std::string& lab,
                        const std::filesystem::path& folder,
                        const std::vector<runner::PredictionRun>& runs,
                        const std::function<void()>& wake, const std::stop_token& cancel) {
  for (const auto& each : runs) {
    if (cancel.stop_requested()) return;
    try {
      runner::RunRequest request;
      request.lab = lab;
      request.workers = 0;
      runner::set_program(folder, each, request);
      const auto record = run_lab(
          request,
          [&](const runner::Progress& progress) {
            say(stage_, each.program + ": " + progress.stage);
            wake();
          },
          cancel);
      if (cancel.stop_requested()) return;
      if (!record.predictions) {
        say(problem_, each.program + ": " + record.outcome.message);
        continue;
      }
      const std::scoped_lock lock(mutex_);
      results_.insert(results_.end(), record.predictions->begin(), record.predictions->end());
    } catch (const std::exception& error) {
      say(problem_, error.what());
    }
    wake();
  }
}

void PredictionJob::say(std::string& what, std::string text) {
  const std::scoped_lock lock(mutex_);
  what = std::move(text);
}

std::vector<record::Prediction> PredictionJob::take() {
  const std::scoped_lock lock(mutex_);
  return std::exchange(results_, {});
}

std::string PredictionJob::stage() const {
  const std::scoped_lock lock(mutex_);
  return stage_;
}

std::string PredictionJob::problem() const {
  const std::scoped_lock lock(mutex_);
  return problem_;
}

}  // namespace warpscope::viewer
