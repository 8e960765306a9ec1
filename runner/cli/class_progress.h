// How far the grading of a class is.
#pragma once

#include <chrono>
#include <cstddef>

#include "runner/grading/class_results.h"

namespace warpscope::cli {

/// One line of standard error that counts, with the time left; where that is no terminal, a line
/// for each tenth.
class ClassProgress {
 public:
  /// `kept`: results of an earlier grading that are used again.
  ClassProgress(std::size_t to_grade, std::size_t kept);
  void show(const runner::ClassRow& last);
  void end() const;

 private:
  using Clock = std::chrono::steady_clock;

  bool is_terminal_;
  std::size_t to_grade_;
  std::size_t done_ = 0;
  Clock::time_point begin_ = Clock::now();
};

}  // namespace warpscope::cli
