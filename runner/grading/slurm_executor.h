// Grading on an existing Slurm cluster.
#pragma once

#include <string>
#include <vector>

#include "runner/grading/executor.h"

namespace warpscope::runner {

/// A job array: Slurm starts the worker on its nodes, which see the folder, the submissions and
/// Warpscope under the same paths as this machine (a shared file system). Results come back as
/// files of the folder.
class SlurmExecutor : public Executor {
 public:
  /// `command`: starts the worker for the folder's path and a number that are added to it.
  /// `options`: further ones for sbatch, e.g. "--partition=short".
  SlurmExecutor(std::vector<std::string> command, std::vector<std::string> options)
      : command_(std::move(command)), options_(std::move(options)) {}

  /// Throws std::runtime_error with what sbatch says where it refuses the jobs. Canceling cancels
  /// them.
  void run(const GradingFolder& folder, std::span<const std::size_t> indices, const OnDone& on_done,
           const std::stop_token& cancel) override;

 private:
  std::vector<std::string> command_, options_;
};

}  // namespace warpscope::runner
