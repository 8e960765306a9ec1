// --device, the same for all commands that run programs.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace warpscope::cli {

/// Adds --device to a command: what it names is put into `profile`, which outlives it.
void add_device_option(CLI::App& command, std::string& profile);

}  // namespace warpscope::cli
