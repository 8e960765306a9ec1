// Running any CUDA program on the virtual GPU, with its own standard input and output and without a
// sandbox: it is the user's.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

#include "device/options.h"
#include "record/record.h"
#include "runner/installation/installation.h"
#include "runner/run/elf_libraries.h"
#include "runner/run/launch_progress.h"
#include "runner/run/step_link.h"

namespace warpscope::runner {

struct ExecRequest {
  std::string program;  ///< path, or a name to be found in PATH
  std::vector<std::string> arguments;
  std::string source;  ///< that the program was compiled from for this; may be empty
  std::vector<std::string> compile_options;  ///< of the source
  std::string compiler_output;               ///< the same
  std::string label;                         ///< of the record; empty: the program's name
  std::string profile = "h200";
  device::Options options;  ///< the profile's path left out
  /// Of a real GPU; without, launches are not taken apart and run side by side as they would.
  bool reads_counters = true;
  OnLaunchProgress on_progress{};  ///< of launches that run for long; may be empty
  /// The launch that it names is stepped through; the program's standard input is empty then.
  StepLink* steps = nullptr;
};

/// There is no such program; what() is a sentence.
class NoProgram : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What keeps a program from reaching the virtual GPU, as a sentence with the remedy; empty when
/// nothing does: another version of the runtime or one that is linked in. A library that is not
/// there may never be called (missing_libraries.h). `libraries` is what the program's ELF file
/// says; `command` starts us.
std::string reason_it_cannot_run(const std::string& program, const ElfLibraries& libraries,
                                 const std::string& command);

/// Runs it. outcome.exit_code is the program's, or minus the signal. Throws NoProgram, and
/// std::runtime_error when it cannot be started.
record::RunRecord exec_program(const Installation& installation, const ExecRequest& request,
                               const std::stop_token& cancel);

}  // namespace warpscope::runner
