// Numbers on the command line.
#pragma once

#include <CLI/CLI.hpp>

namespace warpscope::cli {

/// Takes whole numbers from 0 to 2^64 - 1 and nothing else: CLI11 itself takes -1 for the largest.
CLI::Validator whole_number();

}  // namespace warpscope::cli
