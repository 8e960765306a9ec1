// One side of the comparison: a file, its latest record and its run.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "base/file_watch.h"
#include "record/record.h"
#include "viewer/model/run_job.h"
#include "viewer/model/shown_part.h"
#include "viewer/model/side.h"

namespace warpscope::viewer {

class Attempt {
 public:
  explicit Attempt(Side side) : side_(side) {}

  Side side() const { return side_; }
  /// The exercise file that Run compiles; empty when only a record is open.
  const std::filesystem::path& file() const { return watch_.file(); }
  void set_file(const std::filesystem::path& file);
  /// Forgets the record and the file; a run that is under way is cancelled.
  void clear();

  /// The latest record, or null. Never changes once handed out.
  const std::shared_ptr<const record::RunRecord>& record() const { return record_; }
  /// Counts up with each new record, so that panes notice it.
  unsigned revision() const { return revision_; }
  void show(record::RunRecord record);
  /// All of the record; record() may be a part of it.
  const std::shared_ptr<const record::RunRecord>& whole_record() const { return whole_; }
  /// What is handed out of the present record and of those to come; null: all of it. It gives back
  /// the record itself where nothing is taken away.
  void hand_out(std::function<RecordPointer(const RecordPointer&)> part);
  /// Opens a saved record. On failure the present record stays and problem() says why.
  void open(const std::filesystem::path& record_file);
  /// A sentence about what could not be opened; empty when all is well.
  const std::string& problem() const { return problem_; }
  void set_problem(std::string problem) { problem_ = std::move(problem); }

  bool is_running() const { return job_ != nullptr; }
  const RunJob* job() const { return job_.get(); }
  void start(RunLab run_lab, runner::RunRequest request, std::function<void()> wake);
  void cancel();
  /// Takes over the record of a run that has ended. True when there was one. The record of a
  /// cancelled run is dropped when an earlier one is shown: the earlier numbers are worth more.
  bool collect();
  /// The last run was cancelled.
  bool was_canceled() const { return was_canceled_; }

  /// The file differs from what the last run compiled.
  bool has_changed_file() const { return has_changed_file_; }
  void poll_file() { has_changed_file_ = !file().empty() && watch_.has_changed(); }
  /// Drops the offer to run again until the next change.
  void dismiss_change();

 private:
  Side side_;
  FileWatch watch_;
  RecordPointer record_, whole_;
  std::function<RecordPointer(const RecordPointer&)> part_;
  unsigned revision_ = 0;
  std::string problem_;
  bool was_canceled_ = false;
  bool has_changed_file_ = false;
  std::unique_ptr<RunJob> job_;
};

}  // namespace warpscope::viewer
