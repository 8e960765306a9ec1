// One run of a lab in a background thread.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "record/record.h"
#include "runner/run_lab.h"

namespace warpscope::viewer {

/// runner::run_lab with the installation bound; tests put their own here.
using RunLab = std::function<record::RunRecord(const runner::RunRequest&,
                                               const std::function<void(const runner::Progress&)>&,
                                               std::stop_token)>;

/// Runs from construction on. Destruction cancels and waits for the thread.
class RunJob {
 public:
  /// `wake` is called from the thread on progress and at the end.
  RunJob(RunLab run_lab, runner::RunRequest request, std::function<void()> wake);
  RunJob(const RunJob&) = delete;
  RunJob& operator=(const RunJob&) = delete;

  runner::Progress progress() const;
  /// Asks the run to end; its record comes with Outcome::canceled.
  void cancel();
  bool is_canceling() const { return thread_.get_stop_token().stop_requested(); }
  bool is_finished() const { return is_finished_; }
  /// The record, once, when finished. An exception of run_lab becomes a record with
  /// Outcome::tool_error.
  std::optional<record::RunRecord> take_record();

 private:
  mutable std::mutex mutex_;
  runner::Progress progress_;
  std::optional<record::RunRecord> record_;
  std::atomic<bool> is_finished_ = false;
  std::jthread thread_;  ///< last, so that it ends before what it uses
};

}  // namespace warpscope::viewer
