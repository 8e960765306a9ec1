// What standard output and error can show.
#pragma once

#include "runner/report/text.h"
#include "runner/run_lab.h"

namespace warpscope::cli {

/// Colours when standard output is a terminal and NO_COLOR is not set.
runner::TextStyle style_of_output();

/// Shows progress in one line of standard error when that is a terminal, else nothing.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  void show(const runner::Progress& progress);

 private:
  bool is_terminal_;
};

}  // namespace warpscope::cli
