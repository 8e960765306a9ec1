#include "runner/cli/launch_line.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "runner/run/progress_text.h"

namespace warpscope::cli {
namespace {

constexpr auto kBetweenLines = std::chrono::seconds(5);
constexpr std::size_t kUsualWidth = 80, kWidthOfLines = 120;

// ECMA-48, and DEC's to keep the cursor's place. The program may have left the cursor behind a text
// ("Computing... "): one line down in the same column, which scrolls at the bottom, and after
// writing there back up.
constexpr std::string_view kDown = "\033D", kKeep = "\0337", kBack = "\0338", kUp = "\033[A",
                           kClearLine = "\r\033[2K";

}  // namespace

std::size_t width_of_errors() {
  winsize size{};
  const bool is_known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return is_known ? size.ws_col : kUsualWidth;
}

void write_errors(const std::string& text) {
  fmt::print(stderr, "{}", text);
  std::fflush(stderr);
}

LaunchLine::LaunchLine(Way way, std::function<void(const std::string&)> write,
                       std::function<std::size_t()> width)
    : way_(way), write_(std::move(write)), width_(std::move(width)) {}

LaunchLine::~LaunchLine() { show(std::nullopt); }

void LaunchLine::put_below(const std::string& text) {
  write_(fmt::format("{}{}{}{}{}{}", kDown, kKeep, kClearLine, text, kBack, kUp));
}

void LaunchLine::show(const std::optional<device::LaunchProgressed>& progress) {
  if (way_ == Way::rewritten) {
    if (progress) {
      // The last column stays free: some terminals wrap there.
      const auto width = width_() - 1;
      put_below(runner::cut_to_width(runner::launch_progress_text(*progress, width), width));
    } else if (is_shown_) {
      put_below({});
    }
    is_shown_ = progress.has_value();
  } else if (way_ == Way::lines && progress) {
    const auto now = std::chrono::steady_clock::now();
    if (next_ && now < *next_) return;
    next_ = now + kBetweenLines;
    write_("warpscope: " + runner::launch_progress_text(*progress, kWidthOfLines) + "\n");
  }
}

LaunchLine::Way way_of_errors(bool is_asked_for, bool is_quiet) {
  if (is_quiet && !is_asked_for) return LaunchLine::Way::none;
  const char* terminal = std::getenv("TERM");
  const bool moves_cursor =
      terminal != nullptr && *terminal != '\0' && std::string_view(terminal) != "dumb";
  if (::isatty(STDERR_FILENO) == 1 && moves_cursor) return LaunchLine::Way::rewritten;
  return is_asked_for ? LaunchLine::Way::lines : LaunchLine::Way::none;
}

}  // namespace warpscope::cli
