#include "runner/cli/class_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <string>

namespace warpscope::cli {
namespace {

/// "40 s", "3 min".
std::string duration_text(double seconds) {
  constexpr double kMinute = 60;
  constexpr double kTwoMinutes = 2 * kMinute;
  return seconds < kTwoMinutes ? fmt::format("{:.0f} s", seconds)
                               : fmt::format("{:.0f} min", seconds / kMinute);
}

}  // namespace

ClassProgress::ClassProgress(std::size_t to_grade, std::size_t kept)
    : is_terminal_(::isatty(STDERR_FILENO) == 1), to_grade_(to_grade) {
  if (kept == 0) return;
  fmt::print(stderr, "{} kept from an earlier grading.\n",
             kept == 1 ? "1 result is" : fmt::format("{} results are", kept));
}

void ClassProgress::show(const runner::ClassRow& last) {
  constexpr std::size_t kTenths = 10;
  ++done_;
  if (!is_terminal_ && done_ * kTenths / to_grade_ == (done_ - 1) * kTenths / to_grade_) return;
  const double elapsed_s = std::chrono::duration<double>(Clock::now() - begin_).count();
  const double left_s =
      elapsed_s / static_cast<double>(done_) * static_cast<double>(to_grade_ - done_);
  fmt::print(stderr, "{}[{}/{}] {} % graded, about {} left; last: {}, {}{}",
             is_terminal_ ? "\r\033[K" : "", done_, to_grade_, done_ * 100 / to_grade_,
             duration_text(left_s), runner::file_name_for(last.submission.name),
             runner::is_graded(last) ? fmt::format("{:g} points", runner::points_of(last))
                                     : std::string("not graded"),
             is_terminal_ ? "" : "\n");
  std::fflush(stderr);
}

void ClassProgress::end() const {
  if (is_terminal_) fmt::print(stderr, "\r\033[K");
}

}  // namespace warpscope::cli
