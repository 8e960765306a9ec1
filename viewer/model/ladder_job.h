// A lab's ladder in a background thread: every rung is run, one after the other.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "runner/lab/lab_description.h"
#include "runner/lab/rungs.h"
#include "runner/report/ladder.h"
#include "viewer/model/run_job.h"

namespace warpscope::viewer {

/// What a ladder runs and which values its table shows.
struct LadderPlan {
  std::string lab;
  std::vector<runner::Rung> rungs;
  std::vector<runner::LadderColumn> columns;
};

/// Reads lab.toml and the steps. Throws std::runtime_error with a sentence.
LadderPlan ladder_plan(const runner::LabInfo& lab);

/// Runs from construction on. Destruction cancels and waits for the thread.
class LadderJob {
 public:
  /// `wake` is called from the thread on progress, with each new row and at the end.
  LadderJob(RunLab run_lab, LadderPlan plan, std::function<void()> wake);
  LadderJob(const LadderJob&) = delete;
  LadderJob& operator=(const LadderJob&) = delete;

  /// The rungs that have run so far.
  std::vector<runner::LadderRow> rows() const;
  /// "step-2: compiling"; empty when it does not run.
  std::string stage() const;
  /// Why it ended before its end, in a sentence; empty otherwise.
  std::string problem() const;
  bool is_finished() const { return is_finished_; }
  /// Rows that there are stay.
  void cancel() { thread_.request_stop(); }

 private:
  void run(const RunLab& run_lab, const LadderPlan& plan, const std::function<void()>& wake,
           const std::stop_token& cancel);
  void say(std::string& what, std::string text);

  mutable std::mutex mutex_;
  std::vector<runner::LadderRow> rows_;
  std::string stage_, problem_;
  std::atomic<bool> is_finished_ = false;
  std::jthread thread_;  ///< last, so that it ends before what it uses
};

}  // namespace warpscope::viewer
