#include "runner/cli/line_input.h"

#include <poll.h>
#include <unistd.h>

#include <cstdio>

namespace warpscope::cli {

std::optional<std::string> LineInput::next(const std::stop_token& cancel) {
  constexpr std::size_t kMostBytes = 4096;
  constexpr int kTick_ms = 50;
  std::fflush(stdout);
  while (true) {
    const auto end = pending_.find('\n');
    if (end != std::string::npos || (is_at_end_ && !pending_.empty())) {
      auto line = pending_.substr(0, end);
      pending_.erase(0, end == std::string::npos ? end : end + 1);
      if (line.size() > kMostBytes) return std::nullopt;
      return line;
    }
    if (is_at_end_ || pending_.size() > kMostBytes || cancel.stop_requested()) return std::nullopt;
    pollfd waited{STDIN_FILENO, POLLIN, 0};
    if (::poll(&waited, 1, kTick_ms) <= 0) continue;
    char bytes[kMostBytes];
    const auto count = ::read(STDIN_FILENO, bytes, sizeof bytes);
    if (count <= 0) {
      is_at_end_ = true;
    } else {
      pending_.append(bytes, static_cast<std::size_t>(count));
    }
  }
}

}  // namespace warpscope::cli
