// The programs that have the answers to locked predictions, run in a background thread one after
// the other. Only their numbers come out.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "record/record.h"
#include "runner/prediction_runs.h"
#include "viewer/model/run_job.h"

namespace warpscope::viewer {

/// Runs from construction on. Destruction cancels and waits for the thread.
class PredictionJob {
 public:
  /// `wake` is called from the thread on progress, with each new result and at the end.
  PredictionJob(RunLab run_lab, const runner::LabInfo& lab, std::vector<runner::PredictionRun> runs,
                std::function<void()> wake);
  PredictionJob(const PredictionJob&) = delete;
  PredictionJob& operator=(const PredictionJob&) = delete;

  /// What came out since the last call.
  std::vector<record::Prediction> take();
  /// "step-5: compiling"; empty when it does not run.
  std::string stage() const;
  /// Why a program could not be run, in a sentence; empty otherwise.
  std::string problem() const;
  bool is_finished() const { return is_finished_; }
  /// It was cancelled, or a program could not be run.
  bool has_given_up() const {
    return thread_.get_stop_token().stop_requested() || !problem().empty();
  }
  void cancel() { thread_.request_stop(); }

 private:
  void run(const RunLab& run_lab, const std::string& lab, const std::filesystem::path& folder,
           const std::vector<runner::PredictionRun>& runs, const std::function<void()>& wake,
           const std::stop_token& cancel);
  void say(std::string& what, std::string text);

  mutable std::mutex mutex_;
  std::vector<record::Prediction> results_;
  std::string stage_, problem_;
  std::atomic<bool> is_finished_ = false;
  std::jthread thread_;  ///< last, so that it ends before what it uses
};

}  // namespace warpscope::viewer
