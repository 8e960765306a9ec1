// A CUDA program of these tests, run on the virtual GPU as `warpscope exec` does.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "record/record.h"

namespace warpscope {

struct VirtualRun {
  int exit_code = -1;  ///< the program's own, or 128 + signal
  std::string output;  ///< standard output and standard error
  record::RunRecord record;

  /// The launches of the kernel of this name, which is without parameters.
  std::vector<const record::Launch*> launches(std::string_view kernel) const;

  /// The only one. Throws std::runtime_error when there is none, or more than one.
  const record::Launch& launch(std::string_view kernel) const;
};

/// Runs `program` with the profile h200. Throws std::runtime_error when it leaves no record.
VirtualRun run_virtually(const std::string& program,
                         const std::vector<std::string>& arguments = {});

/// A counter of a launch; throws std::runtime_error when there is no such counter.
std::uint64_t counter_of(const record::Launch& launch, std::string_view metric);

}  // namespace warpscope
