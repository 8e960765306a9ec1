#include "runner/process/run_to_end.h"

#include <poll.h>

#include <array>

#include "base/pipes.h"
#include "runner/process/streams.h"

namespace warpscope::runner {
namespace {

using Clock = std::chrono::steady_clock;
/// How often a request to cancel is looked for.
constexpr int kTick_ms = 20;

}  // namespace

FinishedProcess run_to_end(const Starter& start, std::chrono::milliseconds time_limit,
                           std::uint64_t output_limit_bytes, const std::stop_token& cancel) {
  auto pipe = make_pipe();
  auto child = start(pipe.write_end.get());
  pipe.write_end.reset();
  OutputCollector output(std::move(pipe.read_end), output_limit_bytes);
  const auto deadline = Clock::now() + time_limit;
  FinishedProcess result;
  bool is_killed = false;
  while (true) {
    const auto exit = child.try_wait();
    if (exit) result.exit = *exit;
    if (exit && (!output.is_open() || is_killed)) break;
    if (!is_killed && (Clock::now() >= deadline || cancel.stop_requested())) {
      result.ending = cancel.stop_requested() ? FinishedProcess::Ending::canceled
                                              : FinishedProcess::Ending::timed_out;
      child.kill();
      is_killed = true;
    }
    std::array<pollfd, 2> watched{pollfd{output.fd(), POLLIN, 0},
                                  pollfd{exit ? -1 : child.exit_fd(), POLLIN, 0}};
    ::poll(watched.data(), watched.size(), kTick_ms);
    if (output.is_open() && watched[0].revents != 0) output.on_ready();
  }
  result.output = output.text();
  return result;
}

}  // namespace warpscope::runner
