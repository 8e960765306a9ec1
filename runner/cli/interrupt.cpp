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
      if (::sigtimedwait(&signals, nullptr, &kTick) > 0) source.request_stop();
    }
  });
}

}  // namespace warpscope::cli
