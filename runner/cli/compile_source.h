// A source that the user named in place of a program.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "record/record.h"
#include "runner/installation/installation.h"
#include "runner/run/exec_program.h"

namespace warpscope::cli {

/// Compiles `request.program`, with the words of `nvcc` as options, for the device of
/// `request.profile`, and sets what is to be run. What the compiler says is shown as it is, and the
/// compiler is fetched where it is not there. What it returns is the record of a source that does
/// not compile, or whose compilation was canceled; it ends the command. Throws UsageError where
/// there is no such file.
std::optional<record::RunRecord> compile_source(const std::vector<std::string>& nvcc,
                                                runner::Installation& installation,
                                                runner::ExecRequest& request,
                                                const std::stop_token& cancel);

}  // namespace warpscope::cli
