// Ctrl-C as a request to stop, so that children are ended and half-written files are not left
// behind.
#pragma once

#include <stop_token>
#include <thread>

namespace warpscope::cli {

/// Make one at the start of main, before other threads: it blocks SIGINT and SIGTERM and waits for
/// them in a thread.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::jthread watcher_;
};

}  // namespace warpscope::cli
