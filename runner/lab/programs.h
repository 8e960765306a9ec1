// The programs of a lab: starter, steps, reference, planted faults and other right ways. Most are
// kept as what they change in another one.
#pragma once

#include <filesystem>
#include <string>

namespace warpscope::runner {

struct LabProgram {
  std::string text;  ///< the whole file, with the line numbers that compilers and findings use
  std::string diff;  ///< what NAME.diff says; empty where there is a whole file NAME.cu
};

/// Whether the lab has NAME.cu or NAME.diff. `name` is below the lab's folder, without extension:
/// "starter", "step-2", "ways/library".
bool has_program(const std::filesystem::path& lab_folder, const std::string& name);

/// The program of this name. A diff's base is a file of the lab's folder; that of step-1 is
/// starter.cu, that of each next step the one before. Throws std::runtime_error that names the file
/// for one that is missing, is there as .cu and as .diff, or is no diff, and the hunk and its lines
/// for a diff that does not fit.
LabProgram lab_program(const std::filesystem::path& lab_folder, const std::string& name);

/// Whether this is the name of a step.
bool is_step(const std::string& name);

/// "step-3".
std::string step_name(std::size_t number);

/// How many steps the lab has. Throws std::runtime_error when a number is left out.
std::size_t number_of_steps(const std::filesystem::path& lab_folder);

}  // namespace warpscope::runner
