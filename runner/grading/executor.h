// Where the submissions of a class are graded.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>
#include <string>

#include "runner/grading/grading.h"

namespace warpscope::runner {

/// Grades submissions of a plan that is saved in its folder. Each ends with a result there, or
/// without one.
class Executor {
 public:
  /// Told when one has ended; `problem` says in a sentence why it has no result, and is empty when
  /// it has one.
  using OnDone = std::function<void(std::size_t index, const std::string& problem)>;

  virtual ~Executor() = default;
  /// Returns when all of `indices` have ended, or soon after `cancel`. Throws std::runtime_error
  /// with a sentence when nothing can be started.
  virtual void run(const GradingFolder& folder, std::span<const std::size_t> indices,
                   const OnDone& on_done, const std::stop_token& cancel) = 0;
};

/// Our environment, for a worker that is to find what we find.
std::vector<std::string> environment_of_worker();

}  // namespace warpscope::runner
