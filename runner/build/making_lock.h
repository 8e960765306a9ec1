// A lock between processes, for what several of them may be about to make.
#pragma once

#include <chrono>
#include <filesystem>
#include <stop_token>
#include <string_view>

#include "base/unique_fd.h"

namespace warpscope::runner {

/// While one of these lives, the constructor of another one for the same name in the same folder
/// waits: who has waited finds made what it wanted to make. It only saves work: when the other does
/// not come to an end, it goes on after `longest`, and at once when `cancel` is requested or the
/// file system has no locks.
class MakingLock {
 public:
  MakingLock(const std::filesystem::path& folder, std::string_view name,
             const std::stop_token& cancel,
             std::chrono::milliseconds longest = std::chrono::minutes(2));

 private:
  UniqueFd file_;  // its description holds the lock
};

}  // namespace warpscope::runner
