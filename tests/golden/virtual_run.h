// A program on the virtual H200, for comparison with what was measured on a real one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "record/record.h"

namespace warpscope {

/// The record of a run of `program` with the profile h200. Throws std::runtime_error with the
/// program's output when it fails.
record::RunRecord run_on_virtual_gpu(const std::string& program,
                                     const std::vector<std::string>& exec_options = {});

/// A counter of a launch; 0 when it is absent.
std::uint64_t counter(const record::Launch& launch, std::string_view metric);

}  // namespace warpscope
