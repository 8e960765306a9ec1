// A CUDA program of the tests, run on the virtual GPU by `warpscope exec`.
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

/// Runs `program`, with the profile h200 unless the options name another. Throws std::runtime_error
/// when it leaves no record. `exec_options` are those of `warpscope exec`, as "--l1".
VirtualRun run_virtually(const std::string& program, const std::vector<std::string>& arguments = {},
                         const std::vector<std::string>& exec_options = {});

/// A counter of a launch; throws std::runtime_error when there is no such counter.
std::uint64_t counter_of(const record::Launch& launch, std::string_view metric);

/// The same, but 0 when there is no such counter: a record leaves out what does not happen.
std::uint64_t counter_or_zero(const record::Launch& launch, std::string_view metric);

}  // namespace warpscope
