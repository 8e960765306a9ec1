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

/// Outputs by their names, of cases by theirs.
using Answers = std::map<std::string, std::map<std::string, judge::Array>>;

/// Makes cases at once; examines only when it has the answers, which the reference gives.
class DataJudge final : public judge::Judge {
 public:
  explicit DataJudge(DataLab lab) : lab_(std::move(lab)) {}

  /// Throws std::runtime_error with a sentence that names the case for one that cannot be made.
  std::vector<judge::Case> cases(std::uint64_t seed) const override;
  /// The same cases, for the reference's program: it is asked for the answers.
  std::vector<judge::Case> questions(std::vector<judge::Case> cases) const;
  /// Throws std::runtime_error for a case without an answer, or with one that nothing can equal.
  void take_answers(const std::vector<judge::Case>& cases, Answers answers);
  judge::Opinion examine(const judge::Case& set,
                         const std::map<std::string, judge::Array>& outputs) const override;

 private:
  const DataTask& task_of(const judge::Case& set) const;

  DataLab lab_;
  Answers answers_;
};

/// Takes every output for right, and keeps it: whoever runs the reference with it has the answers.
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
