#include "viewer/model/ladder_job.h"

#include <exception>
#include <utility>

namespace warpscope::viewer {
LadderPlan ladder_plan(const runner::LabInfo& lab) {
  return {lab.id, runner::rungs_of(lab.folder), runner::load_lab(lab.folder / "lab.toml").ladder};
}

LadderJob::LadderJob(RunLab run_lab, LadderPlan plan, std::function<void()> wake) {
  thread_ = std::jthread([this, run_lab = std::move(run_lab), plan = std::move(plan),
                          wake = std::move(wake)](const std::stop_token& cancel) {
    try {
      run(run_lab, plan, wake, cancel);
    } catch (const std::exception& error) {
      say(problem_, error.what());
    }
    say(stage_, "");
    is_finished_ = true;
    wake();
  });
}

void LadderJob::run(const RunLab& run_lab, const LadderPlan& plan,
                    const std::function<void()>& wake, const std::stop_token& cancel) {
  for (const auto& rung : plan.rungs) {
    runner::RunRequest request;
    request.lab = plan.lab;
    request.file = rung.file;
    request.text = rung.text;
    request.label = rung.name;
    const auto on_progress = [&](const runner::Progress& progress) {
      say(stage_, rung.name + ": " + progress.stage);
      wake();
    };
    const auto record = run_lab(request, on_progress, cancel);
    if (!runner::gives_ladder_row(record)) {
      if (!cancel.stop_requested()) say(problem_, rung.name + ": " + record.outcome.message);
      return;
    }
    {
      const std::scoped_lock lock(mutex_);
      rows_.push_back(runner::ladder_row(rung, record, plan.columns));
    }
    wake();
  }
}

void LadderJob::say(std::string& what, std::string text) {
  const std::scoped_lock lock(mutex_);
  what = std::move(text);
}

std::vector<runner::LadderRow> LadderJob::rows() const {
  const std::scoped_lock lock(mutex_);
  return rows_;
}

std::string LadderJob::stage() const {
  const std::scoped_lock lock(mutex_);
  return stage_;
}

std::string LadderJob::problem() const {
  const std::scoped_lock lock(mutex_);
  return problem_;
}

}  // namespace warpscope::viewer
