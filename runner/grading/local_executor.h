// Grading on the cores of this machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runner/grading/executor.h"

namespace warpscope::runner {

/// A process for each submission, so that none can harm another's, and nothing grows with their
/// number.
class LocalExecutor : public Executor {
 public:
  /// `command`: starts the worker for the folder's path and a number that are added to it.
  LocalExecutor(std::vector<std::string> command, std::uint32_t processes)
      : command_(std::move(command)), processes_(processes) {}

  void run(const GradingFolder& folder, std::span<const std::size_t> indices, const OnDone& on_done,
           const std::stop_token& cancel) override;

 private:
  std::vector<std::string> command_;
  std::uint32_t processes_;
};

}  // namespace warpscope::runner
