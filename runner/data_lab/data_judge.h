// The judge that a judge.toml describes.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "labs/judge/judge.h"
#include "runner/data_lab/data_lab.h"

namespace warpscope::runner {

/// Tells a case from others by its name and inputs: with stand-ins in their place it has another
/// answer.
std::string question_key(const judge::Case& set);

/// Outputs by their names, of cases by their question_key().
using Answers = std::map<std::string, std::map<std::string, judge::Array>>;

/// Makes cases at once; examines only when it has the answers, which a program of the lab gives.
class DataJudge final : public judge::Judge {
 public:
  explicit DataJudge(DataLab lab) : lab_(std::move(lab)) {}
  const DataLab& lab() const { return lab_; }

  /// Throws std::runtime_error with a sentence that names the case for one that cannot be made.
  std::vector<judge::Case> cases(std::uint64_t seed) const override;
  judge::Measured measured(std::uint64_t seed) const override;
  /// Of the numbers that are to have some, in arrays of two elements or more: a single one shows
  /// that a program works.
  std::map<std::string, judge::StandIn> stand_ins(const judge::Case& set,
                                                  std::uint64_t seed) const override;
  /// What the program that gives the answers is asked: each of the cases, and once more those that
  /// have stand-ins, with these in place of the inputs.
  std::vector<judge::Case> questions(const std::vector<judge::Case>& cases) const;
  /// `questions`: that were asked. Throws std::runtime_error for one without an answer, or with one
  /// that nothing can equal.
  void take_answers(const std::vector<judge::Case>& questions, Answers answers);
  judge::Opinion examine(const judge::Case& set,
                         const std::map<std::string, judge::Array>& outputs) const override;

 private:
  std::vector<judge::Case> made(std::vector<DataCase> DataTask::*which, std::uint64_t seed) const;
  const DataTask& task_of(const judge::Case& set) const;

  DataLab lab_;
  Answers answers_;
};

/// Takes every output for right, and keeps it: whoever asks the questions with it has the answers.
class AnswerKeeper final : public judge::Judge {
 public:
  std::vector<judge::Case> cases(std::uint64_t) const override { return {}; }
  judge::Opinion examine(const judge::Case& set,
                         const std::map<std::string, judge::Array>& outputs) const override;
  Answers take();

 private:
  mutable std::mutex mutex_;  ///< sessions side by side bring answers
  mutable Answers answers_;
};

}  // namespace warpscope::runner
