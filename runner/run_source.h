// A CUDA source of the user's that belongs to no lab, compiled and run for a record.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "runner/run/exec_program.h"
#include "runner/run_lab.h"

namespace warpscope::runner {

/// Compiles `request.program`, a source, with `nvcc` as options for the device of
/// `request.profile`, and sets what is to be run and what the compiler said. Where there is no
/// program to run: the record that says so, with the compiler's first error as a finding. Throws
/// std::runtime_error when the tool itself fails.
std::optional<record::RunRecord> compile_to_run(const Installation& installation,
                                                std::vector<std::string> nvcc, ExecRequest& request,
                                                const std::stop_token& cancel);

/// Compiles `request.program`, which ends in ".cu", for the device of `request.profile` and runs it
/// as exec_program() does. What does not compile has Outcome::compile_error, with the compiler's
/// first error as a finding; cancelling gives Outcome::canceled. Throws std::runtime_error when the
/// tool itself fails.
record::RunRecord run_source(const Installation& installation, ExecRequest request,
                             const std::function<void(const Progress&)>& on_progress,
                             const std::stop_token& cancel);

}  // namespace warpscope::runner
