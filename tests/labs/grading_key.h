// What a grading's outcome depends on, as one word: while it is the same, a file need not be graded
// again.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace warpscope::labs {

/// Where a grading finds its programs and files.
struct GradingInputs {
  std::filesystem::path source;  ///< the source tree: headers, labs, profiles
  std::filesystem::path binary;  ///< a build's folder: bin/warpscope*, lib/
  std::string tools;             ///< what compilers, sandbox and kernel say of their versions
};

/// SHA-256 of all that every grading depends on: the programs of the build, the headers of the
/// source tree but those of labs, what drivers are compiled of, the profiles, `tools` and variables
/// of the environment that programs or compilers look at. Throws std::runtime_error with the file
/// that cannot be read.
std::string common_grading_key(const GradingInputs& inputs);

/// Whether gradings in tests have this file of a lab's folder beside them: solutions, the starter
/// and the handout they do without (graded.h), but for a reference that a judge.toml has its
/// answers from.
bool is_seen_by_gradings(const std::filesystem::path& file_of_lab);

/// The same as the common key with a lab of these, its judge and an exercise.
std::string grading_key(const std::string& common, const GradingInputs& inputs,
                        const std::string& lab, const std::string& exercise);

/// GradingInputs::tools of this machine. `nvcc`: its path.
std::string versions_of_tools(const std::filesystem::path& nvcc);

}  // namespace warpscope::labs
