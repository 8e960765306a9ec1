// Running a helper program to its end and keeping what it printed.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

#include "runner/process/child_process.h"

namespace warpscope::runner {

struct FinishedProcess {
  enum class Ending : std::uint8_t { ended, timed_out, canceled };
  Ending ending = Ending::ended;
  Exit exit;
  std::string output;  ///< stdout and stderr as they came, cut at the limit
  bool is_success() const { return ending == Ending::ended && exit.is_success(); }
};

/// Starts a program whose stdout and stderr are the given descriptor.
using Starter = std::function<ChildProcess(int output_fd)>;

/// Waits until the program ends, the time is over or `cancel` asks; kills it then.
FinishedProcess run_to_end(const Starter& start, std::chrono::milliseconds time_limit,
                           std::uint64_t output_limit_bytes, const std::stop_token& cancel);

}  // namespace warpscope::runner
