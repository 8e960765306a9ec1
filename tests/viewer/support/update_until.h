// Waiting for what a session's threads do.
#pragma once

#include <chrono>
#include <thread>

#include "viewer/model/session.h"

namespace warpscope::viewer::test {

/// Updates until `is_done` or five seconds have passed; false then.
template <class IsDone>
bool update_until(Session& session, IsDone&& is_done) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::seconds(5);
  while (!is_done()) {
    if (Clock::now() > end) return false;
    session.update(Clock::now());
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

/// Updates until nothing runs; false when that takes too long.
inline bool run_to_end(Session& session) {
  return update_until(session, [&] { return !session.is_running(); });
}

}  // namespace warpscope::viewer::test
