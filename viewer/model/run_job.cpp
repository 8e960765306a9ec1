#include "viewer/model/run_job.h"

#include <exception>
#include <utility>

namespace warpscope::viewer {
namespace {

record::RunRecord failed_run(const runner::RunRequest& request, std::string message) {
  record::RunRecord record;
  record.lab = request.lab;
  record.program.label = request.label;
  record.program.path = request.file.string();
  record.outcome.kind = record::Outcome::Kind::tool_error;
  record.outcome.message = std::move(message);
  return record;
}

}  // namespace

RunJob::RunJob(RunLab run_lab, runner::RunRequest request, std::function<void()> wake)
    : progress_{"starting", 0.0} {
  thread_ = std::jthread([this, run_lab = std::move(run_lab), request = std::move(request),
                          wake = std::move(wake)](const std::stop_token& cancel) {
    const auto on_progress = [&](const runner::Progress& progress) {
      {
        const std::scoped_lock lock(mutex_);
        progress_ = progress;
      }
      wake();
    };
    record::RunRecord record;
    try {
      record = run_lab(request, on_progress, cancel);
    } catch (const std::exception& error) {
      record = failed_run(request, error.what());
    }
    {
      const std::scoped_lock lock(mutex_);
      record_ = std::move(record);
    }
    is_finished_ = true;
    wake();
  });
}

runner::Progress RunJob::progress() const {
  const std::scoped_lock lock(mutex_);
  return progress_;
}

void RunJob::cancel() { thread_.request_stop(); }

std::optional<record::RunRecord> RunJob::take_record() {
  if (!is_finished_) return std::nullopt;
  const std::scoped_lock lock(mutex_);
  return std::exchange(record_, std::nullopt);
}

}  // namespace warpscope::viewer
