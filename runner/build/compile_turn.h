// Compiling beside others, or alone: time that a compiler had to share is no fault of the file's.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <stop_token>

#include "base/unique_fd.h"

namespace warpscope::runner {

/// A turn at the compiler, of all processes that share a work folder. Any number may have one
/// beside others. Who wants one alone waits until those have ended and keeps new ones waiting; it
/// goes on without when they take `longest`, when `cancel` is requested, or where the file system
/// has no locks.
class CompileTurn {
 public:
  enum class Kind : std::uint8_t { beside_others, alone };
  CompileTurn(const std::filesystem::path& work_folder, Kind kind, const std::stop_token& cancel,
              std::chrono::milliseconds longest = std::chrono::minutes(5));

 private:
  bool lock(short type, off_t byte, const std::stop_token& cancel,
            std::chrono::steady_clock::time_point end);

  UniqueFd file_;  // its description holds the locks
};

}  // namespace warpscope::runner
