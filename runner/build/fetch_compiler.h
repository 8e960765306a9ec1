// NVIDIA's compiler for an installed Warpscope on a machine that has none.
#pragma once

#include <stop_token>

#include "runner/installation/installation.h"

namespace warpscope::runner {

/// Where an installed Warpscope finds no nvcc, fetches one into the user's cache, says so on
/// standard error, and sets installation.nvcc. In a source tree ./run has done that already. Throws
/// std::runtime_error when it cannot be fetched; the reason is on standard error then.
void provide_compiler(Installation& installation, const std::stop_token& cancel);

}  // namespace warpscope::runner
