// Compiling a CUDA source of the user's to a program that runs on the virtual GPU. Not in a
// sandbox: the file is the user's, and may include what the user may read.
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "arch/compute_capability.h"
#include "runner/installation/installation.h"

namespace warpscope::runner {

/// Whether exec compiles this file before it runs it: its name ends in ".cu".
bool is_cuda_source(const std::filesystem::path& file);

/// Words as a shell separates them: at spaces that are not inside '…' or "…". Throws
/// std::runtime_error with a sentence when a quote is not closed.
std::vector<std::string> words_of(std::string_view text);

/// What nvcc is called with besides source and output: `asked`, and of ours what `asked` does not
/// decide itself. The shared runtime and line information always; optimisation, and PTX for the
/// virtual GPU's compute capability, unless asked for.
std::vector<std::string> source_options(const std::vector<std::string>& asked,
                                        const arch::ComputeCapability& capability);

/// Options that also make machine code, from which findings know registers; unless the user names
/// an architecture.
std::vector<std::string> with_machine_code(std::vector<std::string> asked,
                                           const arch::ComputeCapability& capability);

struct SourceProgram {
  std::filesystem::path program;  ///< empty when there is none
  bool is_canceled = false;
  std::string compiler_output;  ///< as the compiler said it; warnings also when it was kept
};

/// Compiles and links `source` in our working folder. A program that was made before in the same
/// way is taken again unless a file that went into it has another size or time; with further
/// sources among the options it is always made anew. Throws std::runtime_error when the tool itself
/// fails.
SourceProgram build_source_program(const Installation& installation,
                                   const std::filesystem::path& source,
                                   const std::vector<std::string>& options,
                                   const arch::ComputeCapability& capability,
                                   const std::stop_token& cancel);

}  // namespace warpscope::runner
