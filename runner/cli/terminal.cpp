#include "runner/cli/terminal.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "runner/cli/launch_line.h"
#include "runner/run/progress_text.h"

namespace warpscope::cli {

runner::TextStyle style_of_output() {
  const char* no_color = std::getenv("NO_COLOR");
  const bool is_wanted = no_color == nullptr || *no_color == '\0';
  return {is_wanted && ::isatty(STDOUT_FILENO) == 1};
}

ProgressLine::ProgressLine() : is_terminal_(::isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  if (is_terminal_) fmt::print(stderr, "\r\033[K");
}

void ProgressLine::show(const runner::Progress& progress) {
  if (!is_terminal_) return;
  // In one line of the terminal: a longer one could not be taken back.
  auto text = fmt::format("{:3.0f} % {}", progress.fraction * 100, progress.stage);
  fmt::print(stderr, "\r\033[K{}", runner::cut_to_width(std::move(text), width_of_errors() - 1));
  std::fflush(stderr);
}

}  // namespace warpscope::cli
