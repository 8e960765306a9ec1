#include "runner/cli/interrupt.h"

#include <csignal>
#include <ctime>

namespace warpscope::cli {

Interrupt::Interrupt() {
  sigset_t signals;
  ::sigemptyset(&signals);
  ::sigaddset(&signals, SIGINT);
  ::sigaddset(&signals, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  watcher_ = std::jthread([source = source_, signals](const std::stop_token& end) mutable {
    constexpr timespec kTick{0, 50'000'000};
    while (!end.stop_requested()) {
      const bool has_come = ::sigtimedwait(&signals, nullptr, &kTick) > 0;
      if (has_come && !end.stop_requested()) source.request_stop();
    }
  });
}

Interrupt::~Interrupt() {
  // Wakes it: every command would end with the tick, 25 ms later on average.
  watcher_.request_stop();
  ::pthread_kill(watcher_.native_handle(), SIGTERM);
}

}  // namespace warpscope::cli
