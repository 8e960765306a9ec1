// The grading of a class: what is to be graded, under which conditions, and where the results go.
// It is a folder, so that it can be stopped and gone on with, and so that workers need no more than
// its path and a number.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "record/record.h"
#include "runner/grading/submission.h"

namespace warpscope::runner {

struct GradingPlan {
  std::string lab, profile;
  std::uint64_t seed = 0;
  std::string conditions;  ///< digest of what else a result depends on: lab.toml, this program, …
  bool keeps_records = false;
  bool allows_weak_sandbox = false;  ///< RunRequest
  std::filesystem::path feedback;    ///< folder for the students' reports; empty: none
  std::filesystem::path rules;       ///< an instructor's file; empty: none
  std::vector<Submission> submissions;
};

/// One graded submission as it is kept. Nothing in it depends on when, or beside what, it was
/// graded.
struct GradingResult {
  std::string key;           ///< of the submission's text and the plan's conditions
  std::string json;          ///< what `grade --json` prints of it
  record::RunRecord record;  ///< outcome, score, findings and cases; no launches, sources or times
};

/// A grading's folder.
class GradingFolder {
 public:
  /// Makes the folder when it is not there, for its owner only: it holds the seed. Throws
  /// std::runtime_error with a sentence.
  explicit GradingFolder(std::filesystem::path path);

  const std::filesystem::path& path() const { return path_; }
  /// The plan of an earlier grading in this folder; nothing when there is none. Throws
  /// std::runtime_error when it cannot be read.
  std::optional<GradingPlan> load_plan() const;
  void save_plan(const GradingPlan& plan) const;

  /// The kept result with this key; nothing when there is none, or one of another key.
  std::optional<GradingResult> load_result(const Submission& submission,
                                           const std::string& key) const;
  /// The kept result whatever its key; nothing when there is none that can be read.
  std::optional<GradingResult> earlier_result(const Submission& submission) const;
  void save_result(const Submission& submission, const GradingResult& result) const;
  void remove_result(const Submission& submission) const;
  /// What processes left that were killed while they wrote here.
  void remove_unfinished() const;

  std::filesystem::path record_file(const Submission& submission) const;
  std::filesystem::path log_file(const Submission& submission) const;

 private:
  std::filesystem::path result_file(const Submission& submission) const;

  std::filesystem::path path_;
};

/// What a kept result must have been made of to be used again. Nothing when the file cannot be read
/// now.
std::optional<std::string> key_of(const GradingPlan& plan, const Submission& submission);

}  // namespace warpscope::runner
